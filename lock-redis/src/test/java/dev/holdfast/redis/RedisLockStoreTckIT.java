package dev.holdfast.redis;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.StoreFixture;
import dev.holdfast.testkit.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisLockStoreTckIT extends LockStoreTck {

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
