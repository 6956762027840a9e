package dev.holdfast.memory;

import dev.holdfast.spi.BackendContext;

/** One client's connection. */
final class Connection {

    final BackendContext context;

    /** Guarded by the table's lock. */
    boolean open = true;

    Connection(BackendContext context) {
        this.context = context;
    }
}
