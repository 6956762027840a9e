/**
 * Runs a program under a lease: finds it, starts it so that it cannot outlive us unprotected, watches the lease, and stops the
 * program with all that it started when the lease is about to be lost.
 */
@NullMarked
package dev.holdfast.cli.exec;

import org.jspecify.annotations.NullMarked;
