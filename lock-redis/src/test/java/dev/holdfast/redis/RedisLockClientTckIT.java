package dev.holdfast.redis;

import dev.holdfast.testkit.LockClientTck;
import dev.holdfast.testkit.StoreFixture;
import dev.holdfast.testkit.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisLockClientTckIT extends LockClientTck {

    private static RedisServer server;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected StoreFixture open() {
        return new RedisFixture(server);
    }
}
