package dev.holdfast.redis;

import dev.holdfast.testkit.servers.RedisServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One server for all tests of a class, registered as a static field. */
final class ServerOfClass implements BeforeAllCallback, AfterAllCallback {

    private @Nullable RedisServer server;

    RedisServer get() {
        return Objects.requireNonNull(server, "a class runs");
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        server = RedisServer.start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        get().close();
    }
}
