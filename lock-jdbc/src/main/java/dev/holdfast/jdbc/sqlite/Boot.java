package dev.holdfast.jdbc.sqlite;

import dev.holdfast.spi.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Says whose monotonic clock a row was written by: equal numbers share one clock.
 *
 * <p>On Linux {@code System.nanoTime} is {@code CLOCK_MONOTONIC}, one clock for all processes of one boot and one time
 * namespace; the identity is a digest of the boot id and the namespace. That is not taken on trust: the clock is compared
 * with {@code /proc/uptime}, which is never behind it. Wherever a part is missing, or the ticker is not the system's, the
 * identity is that of this process alone, and the rows of others are then judged by watching them.
 */
final class Boot {

    private static final long SECOND = 1_000_000_000L;
    private static final String THIS_PROCESS = "process " + UUID.randomUUID();

    private Boot() {}

    static long identity(Ticker ticker) {
        return digest(shared(ticker) ? machine() : THIS_PROCESS);
    }

    static long digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static boolean shared(Ticker ticker) {
        long system = Ticker.system().nanos();
        if (Math.abs(ticker.nanos() - system) > SECOND) {
            return false;
        }
        try {
            String uptime = Files.readString(Path.of("/proc/uptime"));
            long nanos = (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * SECOND);
            return system > 0 && system <= nanos + SECOND;
        } catch (IOException | RuntimeException notLinux) {
            return false;
        }
    }

    private static String machine() {
        try {
            String id =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return id.isEmpty() ? THIS_PROCESS : id + " " + timeNamespace();
        } catch (IOException | RuntimeException none) {
            return THIS_PROCESS;
        }
    }

    /** Empty on kernels without time namespaces. */
    private static String timeNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/time")).toString();
        } catch (IOException | RuntimeException none) {
            return "";
        }
    }
}
