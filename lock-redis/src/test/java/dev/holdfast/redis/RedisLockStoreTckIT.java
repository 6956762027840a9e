package dev.holdfast.redis;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.StoreFixture;

class RedisLockStoreTckIT extends LockStoreTck {

    @Override
    protected StoreFixture open() {
        return new RedisFixture();
    }
}
