package dev.holdfast.jdbc.sqlite;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Tokens;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operator side. Thread-safe. */
final class SqliteInspector implements LockInspector {

    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final SqliteSession session;
    private final Contest contest;

    SqliteInspector(SqliteSession session, Contest contest) {
        this.session = session;
        this.contest = contest;
    }

    @Override
    public List<HeldLock> list(String prefix, int limit) {
        byte[] from = Statements.bytes(prefix);
        return inspect(() -> session.call(
                WITHIN,
                s -> s.list(from, behind(from), limit).stream()
                        .filter(n -> n.row().isHeld(s.clock)) // may have lapsed since the statement read the clock
                        .map(n -> held(n.name(), n.row(), (int) n.extra()))
                        .toList()));
    }

    @Override
    public Optional<HeldLock> find(String name) {
        return inspect(() -> session.call(WITHIN, s -> Optional.ofNullable(find(s, name))));
    }

    @Override
    public Optional<HeldLock> forceRelease(String name, String reason) {
        Optional<HeldLock> taken = inspect(() -> session.transaction(WITHIN, s -> {
            HeldLock held = find(s, name);
            LockRow row = s.row(name);
            if (held != null && row != null && row.owner() != null) {
                s.force(name, row.owner(), reason);
            }
            return Optional.ofNullable(held);
        }));
        if (taken.isPresent()) {
            Neighbours.changed(session.file, name);
        }
        return taken;
    }

    private @Nullable HeldLock find(Statements s, String name) throws SQLException {
        LockRow row = s.row(name);
        if (row == null || !row.isHeld(s.clock)) {
            return null;
        }
        long contenders = s.queue(name).stream()
                .filter(c -> c.isFresh(s.clock))
                .map(c -> c.owner().client())
                .distinct()
                .count();
        return held(name, row, (int) contenders);
    }

    private HeldLock held(String name, LockRow row, int contenders) {
        return new HeldLock(
                name,
                String.valueOf(row.owner()),
                new FencingToken(Tokens.token(row.base(), 0)),
                contest.describe(row),
                contenders);
    }

    /** The first byte string behind all that start with the prefix; 0xFF is in no UTF-8 text. */
    private static byte[] behind(byte[] prefix) {
        byte[] behind = java.util.Arrays.copyOf(prefix, prefix.length + 1);
        behind[prefix.length] = (byte) 0xFF;
        return behind;
    }

    @FunctionalInterface
    private interface Inspection<T> {
        T run() throws SqliteFailure;
    }

    private static <T> T inspect(Inspection<T> inspection) {
        try {
            return inspection.run();
        } catch (SqliteFailure failure) {
            throw new StoreUnavailableException(String.valueOf(failure.getMessage()), failure.getCause());
        }
    }
}
