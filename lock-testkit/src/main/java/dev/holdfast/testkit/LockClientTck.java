package dev.holdfast.testkit;

/** The library on a store. */
public abstract class LockClientTck {

    /** For subclasses. */
    protected LockClientTck() {}
}
