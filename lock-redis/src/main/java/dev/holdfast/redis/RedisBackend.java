package dev.holdfast.redis;

import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.Capabilities;
import dev.holdfast.spi.LockInspector;
import dev.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One opened node: wires its parts. Thread-safe. */
final class RedisBackend implements Backend {

    private static final Duration PING_WITHIN = Duration.ofSeconds(2);
    private static final List<byte[]> PING = List.of(Keys.utf8("PING"));

    private final RedisConfig config;
    private final RedisNode commands;
    private final RedisNode renewals;
    private final WakeChannel channel;
    private final RedisLockStore locks;
    private final RedisInspector inspector;

    private RedisBackend(RedisConfig config, BackendContext context, Capabilities capabilities, Nodes nodes) {
        this.config = config;
        this.commands = nodes.commands;
        this.renewals = nodes.renewals;
        Keys keys = new Keys(config);
        this.channel = new WakeChannel(
                keys.channels() + context.client(),
                "holdfast-" + context.client() + "-wake",
                new JedisSubscriber(new Connections(config), config.connectTimeout()));
        Requests requests = new Requests(keys, config);
        this.locks = new RedisLockStore(
                new RedisLockStore.Parts(commands, channel, requests, new Renewals(renewals, commands, keys)),
                capabilities,
                context);
        this.inspector = new RedisInspector(commands, keys, requests);
    }

    /** The ways to the server; renewals have one of their own. */
    record Nodes(RedisNode commands, RedisNode renewals) {

        /** What befalls a connection of one concerns those of both. */
        static Nodes of(RedisConfig config) {
            Connections connections = new Connections(config);
            Pool commands = new Pool(connections, config.poolSize());
            Pool renewals = new Pool(connections, 1);
            JedisNode.Alarm alarm = JedisNode.Alarm.of(commands, renewals);
            return new Nodes(new JedisNode(config, commands, alarm), new JedisNode(config, renewals, alarm));
        }
    }

    static RedisBackend open(RedisConfig config, BackendContext context) {
        return open(config, context, Nodes.of(config));
    }

    /** With nodes that a test may have wrapped. */
    static RedisBackend open(RedisConfig config, BackendContext context, Nodes nodes) {
        try {
            Capabilities capabilities = new StartupProbe(config, nodes.commands).run(context);
            return new RedisBackend(config, context, capabilities, nodes);
        } catch (RuntimeException | Error failed) {
            nodes.commands.close();
            nodes.renewals.close();
            throw failed;
        }
    }

    @Override
    public String description() {
        return config.toString();
    }

    @Override
    public RedisLockStore locks() {
        return locks;
    }

    @Override
    public Optional<LockInspector> inspector() {
        return Optional.of(inspector);
    }

    @Override
    public Duration ping() {
        Ticker real = Ticker.system();
        long started = real.nanos();
        try {
            Object pong = commands.command(PING_WITHIN, PING);
            if (pong == null) {
                throw new StoreUnavailableException("Redis did not answer a ping: uri=" + config, null);
            }
        } catch (RedisFailure failure) {
            throw new StoreUnavailableException(failure.text(), failure.getCause());
        }
        return Duration.ofNanos(real.nanos() - started);
    }

    @Override
    public void close() {
        channel.close();
        renewals.close();
        commands.close();
    }
}
