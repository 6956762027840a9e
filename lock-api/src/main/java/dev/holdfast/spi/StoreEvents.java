package dev.holdfast.spi;

import dev.holdfast.lock.LossCause;

/** What a store tells the engine on its own account. Every method returns at once. */
public interface StoreEvents {

    /** The grant is gone, definitely. */
    void lost(String name, OwnerId owner, LossCause cause, String detail);

    /** The session of this shard is suspended: its grants are uncertain until a renewal confirms them. */
    void suspended(Object shard);

    /** Worth a line at WARN, once: for example an eviction policy that deletes locks. */
    void warning(String text);
}
