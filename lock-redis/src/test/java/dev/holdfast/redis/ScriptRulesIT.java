package dev.holdfast.redis;

import dev.holdfast.testkit.servers.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The scripts as they are. */
class ScriptRulesIT extends ScriptRules {

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
    ScriptDriver open() {
        return new ScriptDriver(
                server.host(),
                server.port(),
                "s" + UUID.randomUUID(),
                script -> new String(script.text(), StandardCharsets.UTF_8));
    }
}
