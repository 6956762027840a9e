package dev.holdfast.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;

/** Subscribes on a connection of its own, which no pool knows. Thread-safe; one run at a time. */
final class JedisSubscriber implements WakeChannel.Subscriber {

    private final Connections connections;
    private final Duration connectTimeout;
    private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

    JedisSubscriber(Connections connections, Duration connectTimeout) {
        this.connections = connections;
        this.connectTimeout = connectTimeout;
    }

    @Override
    public void run(String channel, Runnable subscribed, Consumer<String> message) {
        Connection connection = connections.make(connectTimeout);
        current.set(connection);
        try {
            new JedisPubSub() {
                @Override
                public void onSubscribe(String name, int count) {
                    connection.setTimeoutInfinite();
                    subscribed.run();
                }

                @Override
                public void onMessage(String name, String text) {
                    message.accept(text);
                }
            }.proceed(connection, channel);
        } finally {
            current.compareAndSet(connection, null);
            connection.disconnect();
        }
    }

    /** Closing the socket ends the read that waits in it. */
    @Override
    public void cut() {
        Connection connection = current.getAndSet(null);
        if (connection != null) {
            connection.disconnect();
        }
    }
}
