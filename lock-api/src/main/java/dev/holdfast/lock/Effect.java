package dev.holdfast.lock;

/** Whether a call that threw may have taken effect at the store. */
public enum Effect {
    /** It did not. */
    NO,
    /** It did. */
    YES,
    /** Nobody knows; the exception's text says what is done about it. */
    UNKNOWN
}
