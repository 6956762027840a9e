package dev.holdfast.spi;

/** What a store may be able to do. Required at open by {@code require(..)}; weaker stores are then refused. */
public enum Capability {
    /** Excludes other processes of this machine. */
    CROSS_PROCESS,
    /** Excludes other machines. */
    CROSS_MACHINE,
    /** Grants survive a restart of the store. */
    DURABLE_GRANTS,
    /** Tokens go on rising after a restart of the store. */
    DURABLE_TOKENS,
    /** Exclusion and tokens survive the loss of a minority of nodes. */
    CONSENSUS,
    /** Each lock chooses its own lease length. */
    LEASE_PER_LOCK,
    /** Contenders of several clients are served in the order of arrival. */
    FAIR_QUEUE,
    /** Contenders are woken by the store instead of polling it. */
    PUSH_WAKE_UP,
    /** An operator can take a lock away. */
    FORCE_RELEASE,
    /** Held locks can be listed and shown. */
    INSPECTION,
    /** What a client left behind can be dropped in one call. */
    RECONCILE,
    /** Read and write shares. */
    READ_WRITE,
    /** Permits. */
    PERMITS,
    /** Downgrade and upgrade. */
    RESIZE,
    /** A delay after an abnormal end before the next grant. */
    LOCK_DELAY,
    /** Once-only claims. */
    CLAIMS
}
