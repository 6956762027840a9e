/** The engine: wait queue, watchdog, lease state. Never exported; nothing here is API. See docs/ARCHITECTURE.md. */
@NullMarked
package dev.holdfast.internal;

import org.jspecify.annotations.NullMarked;
