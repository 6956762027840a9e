package dev.holdfast.spi;

/**
 * The one token formula. A grant has a base; its leases have tokens {@code base << 12 | n}, n = 0..4095, so that local
 * hand-offs need no round trip and still rise. Stores that mint bases from time use
 * {@code max(last + 1, microseconds since 2025-01-01T00:00Z)}.
 */
public final class Tokens {

    /** How many bits of a token count the leases of one grant. */
    public static final int LEASE_BITS = 12;

    /** The most leases of one grant. */
    public static final int LEASES_PER_GRANT = 1 << LEASE_BITS;

    /** Bases over 51 bits are refused. */
    public static final long MAX_BASE = (1L << 51) - 1;

    /** Microseconds from 1970 to 2025-01-01T00:00Z. */
    public static final long EPOCH_MICROS = 1_735_689_600_000_000L;

    private Tokens() {}

    /**
     * The token of the n-th lease of a grant.
     *
     * @param base 1..{@link #MAX_BASE}
     * @param n 0..4095
     * @throws IllegalStateException when either is out of range
     */
    public static long token(long base, int n) {
        if (base < 1 || base > MAX_BASE || n < 0 || n >= LEASES_PER_GRANT) {
            throw new IllegalStateException("token out of range: base=" + base + ", n=" + n);
        }
        return base << LEASE_BITS | n;
    }

    /**
     * The next base by the formula.
     *
     * @param last the last base of the name, zero for none
     * @param unixMicros the store's time in microseconds since 1970
     * @param tokenFloor no token may be at or below it; zero for none
     */
    public static long nextBase(long last, long unixMicros, long tokenFloor) {
        long next = Math.max(last + 1, unixMicros - EPOCH_MICROS);
        return Math.max(next, (tokenFloor >> LEASE_BITS) + 1);
    }
}
