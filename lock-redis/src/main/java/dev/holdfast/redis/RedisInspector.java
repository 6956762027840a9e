package dev.holdfast.redis;

import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.Holder;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.HeldLock;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Tokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operator side. {@code list} walks the whole keyspace by SCAN, so that it blocks nobody; a lock that is taken or given back
 * meanwhile may or may not be in it. Thread-safe.
 */
final class RedisInspector implements LockInspector {

    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final String PAGE = "1000";
    private static final int SHOWN_AT_ONCE = 100;
    private static final int FORCE_ATTEMPTS = 10;

    private final RedisNode node;
    private final Keys keys;
    private final Requests requests;

    RedisInspector(RedisNode node, Keys keys, Requests requests) {
        this.node = node;
        this.keys = keys;
        this.requests = requests;
    }

    @Override
    public List<HeldLock> list(String prefix, int limit) {
        return inspect(() -> {
            List<Keys.Found> cut = new ArrayList<>();
            List<Keys.Found> plain = new ArrayList<>();
            for (Keys.Found lock : scan(prefix)) {
                (lock.name() == null ? cut : plain).add(lock);
            }
            plain.sort(Comparator.comparing(lock -> String.valueOf(lock.name())));
            List<HeldLock> held = new ArrayList<>(held(cut, prefix, Integer.MAX_VALUE));
            held.addAll(held(plain, prefix, limit));
            held.sort(Comparator.comparing(HeldLock::name));
            return List.copyOf(held.subList(0, Math.min(limit, held.size())));
        });
    }

    /** Looks at them in their order until so many are held. */
    private List<HeldLock> held(List<Keys.Found> locks, String prefix, int limit) throws RedisFailure {
        List<HeldLock> held = new ArrayList<>();
        for (int i = 0; i < locks.size() && held.size() < limit; i += SHOWN_AT_ONCE) {
            for (Row row : show(locks.subList(i, Math.min(locks.size(), i + SHOWN_AT_ONCE)))) {
                if (row.lock != null && row.lock.name().startsWith(prefix)) {
                    held.add(row.lock);
                }
            }
        }
        return held;
    }

    /** Each key once; SCAN may give one twice. */
    private Collection<Keys.Found> scan(String prefix) throws RedisFailure {
        Map<String, Keys.Found> found = new HashMap<>();
        byte[] cursor = Keys.utf8("0");
        do {
            Object reply = node.command(
                    WITHIN,
                    List.of(
                            Keys.utf8("SCAN"),
                            cursor,
                            Keys.utf8("MATCH"),
                            Keys.utf8(keys.pattern(prefix)),
                            Keys.utf8("COUNT"),
                            Keys.utf8(PAGE)));
            List<?> page = Answers.list(Objects.requireNonNull(reply, "SCAN"));
            for (Object key : Answers.list(page.get(1))) {
                Keys.Found lock = keys.found((byte[]) key);
                if (lock != null && (lock.name() == null || lock.name().startsWith(prefix))) {
                    found.put(lock.encoded(), lock);
                }
            }
            cursor = (byte[]) page.get(0);
        } while (!new String(cursor, StandardCharsets.UTF_8).equals("0"));
        return found.values();
    }

    @Override
    public Optional<HeldLock> find(String name) {
        return inspect(() -> Optional.ofNullable(look(name).lock));
    }

    private Row look(String name) throws RedisFailure {
        return show(List.of(keys.of(name))).get(0);
    }

    /** Taken from the owner that was seen to hold it, and from nobody else; tried again when it changed hands in between. */
    @Override
    public Optional<HeldLock> forceRelease(String name, String reason) {
        return inspect(() -> {
            for (int i = 0; i < FORCE_ATTEMPTS; i++) {
                Row row = look(name);
                if (row.lock == null) {
                    return Optional.empty();
                }
                if (take(name, row, reason)) {
                    return Optional.of(row.lock);
                }
            }
            throw new StoreUnavailableException(
                    "lock changes hands too fast to be taken away: name=\"" + name + "\", attempts=" + FORCE_ATTEMPTS
                            + "; try again",
                    null);
        });
    }

    private boolean take(String name, Row row, String reason) throws RedisFailure {
        try {
            byte[] value = (byte[]) row.reply.get(0); // as it is: a foreign one need not be UTF-8
            String owner = Answers.text(row.reply, 0);
            Object taken = node.script(Script.FORCE, keys.all(name, owner), requests.force(value, reason), WITHIN);
            return taken.equals(1L);
        } catch (RedisFailure failure) {
            if (failure.kind() == RedisFailure.Kind.NO_REPLY) {
                throw new IndeterminateException(
                        failure.text() + "; it may have been taken away, look before you try again",
                        name,
                        failure.getCause());
            }
            throw failure;
        }
    }

    /** @param lock null where nobody holds it */
    private record Row(List<?> reply, @Nullable HeldLock lock) {}

    private List<Row> show(List<Keys.Found> locks) throws RedisFailure {
        List<byte[]> asked = new ArrayList<>(3 * locks.size());
        locks.forEach(lock -> asked.addAll(keys.shown(lock)));
        List<?> answers = Answers.list(node.script(Script.SHOW, asked, List.of(), WITHIN));
        List<Row> rows = new ArrayList<>(locks.size());
        for (int i = 0; i < locks.size(); i++) {
            rows.add(row(locks.get(i), Answers.list(answers.get(i))));
        }
        return rows;
    }

    private static Row row(Keys.Found found, List<?> row) {
        String value = Answers.text(row, 0);
        if (Answers.number(row, 1) == Answers.NO_KEY || !(row.get(0) instanceof byte[])) {
            return new Row(row, null);
        }
        String owner = Answers.text(row, 3);
        long base = value.equals(owner) ? Math.max(1, Math.min(Answers.number(row, 2), Tokens.MAX_BASE)) : 1;
        Holder holder = Answers.holder(value, owner, row, 5, Answers.remaining(Answers.number(row, 1)));
        String original = Answers.text(row, 10);
        String name = found.name() != null ? found.name() : original.isEmpty() ? found.encoded() : original;
        int contenders = (int) Answers.number(row, 11);
        return new Row(row, new HeldLock(name, value, new FencingToken(Tokens.token(base, 0)), holder, contenders));
    }

    @FunctionalInterface
    private interface Inspection<T> {
        T run() throws RedisFailure;
    }

    private static <T> T inspect(Inspection<T> inspection) {
        try {
            return inspection.run();
        } catch (RedisFailure failure) {
            throw new StoreUnavailableException(failure.text(), failure.getCause());
        }
    }
}
