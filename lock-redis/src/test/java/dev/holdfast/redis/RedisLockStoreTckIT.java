package dev.holdfast.redis;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.StoreFixture;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisLockStoreTckIT extends LockStoreTck {

    @RegisterExtension
    static final ServerOfClass SERVER = new ServerOfClass();

    @Override
    protected StoreFixture open() {
        return new RedisFixture(SERVER.get());
    }
}
