package dev.holdfast.redis;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes what the scripts are given; their headers say what is where. Immutable. */
final class Requests {

    private final Keys keys;
    private final byte[] channels;
    private final byte[] retention;

    Requests(Keys keys, RedisConfig config) {
        this.keys = keys;
        this.channels = Keys.utf8(keys.channels());
        this.retention = number(config.retention().toMillis());
    }

    List<byte[]> keys(AcquireRequest request) {
        return keys.all(request.name(), request.owner().toString());
    }

    List<byte[]> keys(GrantRef grant) {
        return keys.all(grant.name(), grant.owner().toString());
    }

    /** For swap.lua: both are of the same name. */
    List<byte[]> keys(GrantRef grant, AcquireRequest next) {
        List<byte[]> both = new ArrayList<>(keys(grant));
        both.add(keys.dead(next.name(), next.owner().toString()));
        return both;
    }

    /** @param mode T one attempt, J join, P poll */
    List<byte[]> contend(char mode, AcquireRequest request) {
        AcquireRequest.Terms terms = request.terms();
        HolderDetails holder = terms.holder();
        return List.of(
                new byte[] {(byte) mode},
                Keys.utf8(request.owner().toString()),
                number(terms.lease().toMillis()),
                number(terms.tokenFloor() >> Tokens.LEASE_BITS),
                channels,
                retention,
                Keys.utf8(keys.givesBack(request.name()) ? "" : request.name()),
                Keys.utf8(holder.host()),
                number(holder.pid()),
                Keys.utf8(holder.application()),
                Keys.utf8(holder.note()));
    }

    List<byte[]> release(GrantRef grant, boolean doubtful) {
        Duration remember = Doubts.memory(grant.lease());
        return List.of(
                Keys.utf8(grant.owner().toString()),
                Keys.utf8(doubtful ? "1" : ""),
                number(remember.toMillis()),
                channels,
                retention);
    }

    List<byte[]> swap(GrantRef grant, boolean doubtful, AcquireRequest next) {
        List<byte[]> both = new ArrayList<>(release(grant, doubtful));
        both.addAll(contend('J', next));
        return both;
    }

    List<byte[]> force(byte[] owner, String reason) {
        return List.of(owner, Keys.utf8(reason), number(Doubts.LEAST_MEMORY.toMillis()), channels, retention);
    }

    static byte[] number(long number) {
        return Keys.utf8(Long.toString(number));
    }
}
