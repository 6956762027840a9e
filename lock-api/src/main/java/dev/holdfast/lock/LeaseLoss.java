package dev.holdfast.lock;

import java.io.Serializable;
import java.time.Instant;

/**
 * How a lease was lost. Immutable.
 *
 * @param cause the cause
 * @param at when the loss was noticed, by the local wall clock (for people and logs only)
 * @param lastRenewal when the request was sent that the store last confirmed, by the local wall clock
 * @param detail one line for people; empty where there is nothing to add
 */
public record LeaseLoss(LossCause cause, Instant at, Instant lastRenewal, String detail) implements Serializable {}
