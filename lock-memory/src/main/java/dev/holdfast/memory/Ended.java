package dev.holdfast.memory;

import dev.holdfast.lock.LossCause;
import dev.holdfast.spi.OwnerId;
import org.jspecify.annotations.Nullable;

/**
 * How an owner's right ended.
 *
 * @param owner whose
 * @param cause null for a release
 * @param detail one line, may be empty
 * @param until when it may be forgotten, ticker nanoseconds
 */
record Ended(OwnerId owner, @Nullable LossCause cause, String detail, long until) {}
