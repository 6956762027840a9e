package dev.holdfast.redis;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The scripts as they are. */
class ScriptRulesIT extends ScriptRules {

    @RegisterExtension
    static final ServerOfClass SERVER = new ServerOfClass();

    @Override
    ScriptDriver open() {
        return new ScriptDriver(
                SERVER.get().host(),
                SERVER.get().port(),
                "s" + UUID.randomUUID(),
                script -> new String(script.text(), StandardCharsets.UTF_8));
    }
}
