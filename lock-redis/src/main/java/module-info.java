/** The store on Redis. */
module dev.holdfast.redis {
    requires transitive dev.holdfast.api;
    requires static org.jspecify;
    requires org.slf4j;
    requires redis.clients.jedis;

    exports dev.holdfast.redis;

    provides dev.holdfast.spi.BackendProvider with
            dev.holdfast.redis.RedisProvider;
}
