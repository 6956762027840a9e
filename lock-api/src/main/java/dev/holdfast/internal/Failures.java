package dev.holdfast.internal;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.Effect;
import dev.holdfast.lock.HoldfastException;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.lock.UnsupportedByStoreException;
import dev.holdfast.spi.AcquireReply;

/** Turns failed replies into what the caller sees. */
final class Failures {

    private Failures() {}

    /** What a store's exception means as a reply. */
    static AcquireReply reply(HoldfastException thrown) {
        return thrown.effect() == Effect.NO
                ? new AcquireReply.Unavailable(thrown)
                : new AcquireReply.Indeterminate(thrown);
    }

    /** Whether trying again could never help. */
    static boolean isFinal(Throwable cause) {
        return cause instanceof InvalidInputException
                || cause instanceof UnsupportedByStoreException
                || cause instanceof ConfigurationException;
    }

    static RuntimeException unavailable(String name, Throwable cause) {
        if (isFinal(cause)) {
            return (RuntimeException) cause;
        }
        if (cause instanceof StoreUnavailableException own) {
            return new StoreUnavailableException(String.valueOf(own.getMessage()), own);
        }
        return new StoreUnavailableException(
                "store is unavailable, lock not acquired: name=\"" + name + "\", cause=" + cause
                        + "; check the store and try again",
                cause);
    }

    static RuntimeException indeterminate(String name, Throwable cause) {
        return new IndeterminateException(
                "no reply from the store, the attempt is undone in the background: name=\"" + name + "\", cause="
                        + cause + "; try again",
                name,
                cause);
    }
}
