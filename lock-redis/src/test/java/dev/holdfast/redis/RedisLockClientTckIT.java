package dev.holdfast.redis;

import dev.holdfast.testkit.LockClientTck;
import dev.holdfast.testkit.StoreFixture;

class RedisLockClientTckIT extends LockClientTck {

    @Override
    protected StoreFixture open() {
        return new RedisFixture();
    }
}
