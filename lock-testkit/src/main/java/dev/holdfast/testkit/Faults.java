package dev.holdfast.testkit;

/**
 * What goes wrong at a {@link FaultyLockStore}, one switch per command; may be changed at any time. Thread-safe; one object may
 * serve several stores.
 */
public final class Faults {

    private volatile Fault acquire = Fault.NONE;
    private volatile Fault poll = Fault.NONE;
    private volatile Fault renew = Fault.NONE;
    private volatile Fault release = Fault.NONE;
    private volatile Fault reconcile = Fault.NONE;

    /** Nothing goes wrong. */
    public Faults() {}

    /** The ways in which a command fails. */
    public enum Fault {
        /** It works. */
        NONE,
        /** The request is lost: no effect, and no reply. */
        REQUEST_LOST,
        /** The reply is lost: the command took effect. */
        REPLY_LOST,
        /** The store says that it does not work; no effect. */
        UNAVAILABLE,
        /** The driver throws before anything is sent. */
        THROWS
    }

    /** For {@code tryAcquire} and {@code enqueue}. */
    public void acquire(Fault fault) {
        acquire = fault;
    }

    /** For polls of tickets. */
    public void poll(Fault fault) {
        poll = fault;
    }

    /** For renewals. */
    public void renew(Fault fault) {
        renew = fault;
    }

    /** For releases and abandonments. */
    public void release(Fault fault) {
        release = fault;
    }

    /** For reconciles. */
    public void reconcile(Fault fault) {
        reconcile = fault;
    }

    /** For every command. */
    public void all(Fault fault) {
        acquire(fault);
        poll(fault);
        renew(fault);
        release(fault);
        reconcile(fault);
    }

    Fault acquire() {
        return acquire;
    }

    Fault poll() {
        return poll;
    }

    Fault renew() {
        return renew;
    }

    Fault release() {
        return release;
    }

    Fault reconcile() {
        return reconcile;
    }
}
