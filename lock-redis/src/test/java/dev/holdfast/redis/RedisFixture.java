package dev.holdfast.redis;

import dev.holdfast.spi.Backend;
import dev.holdfast.spi.BackendContext;
import dev.holdfast.spi.StoreUri;
import dev.holdfast.testkit.StoreFixture;
import java.util.UUID;

final class RedisFixture implements StoreFixture {
    private final String namespace = "t" + UUID.randomUUID().toString().substring(0, 8);

    @Override
    public Backend connect(BackendContext context) {
        return new RedisProvider().open(StoreUri.parse("redis://127.0.0.1:7001?namespace=" + namespace), context);
    }

    @Override
    public void close() {}
}
