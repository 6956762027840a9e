package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.IndeterminateException;
import dev.holdfast.lock.StoreUnavailableException;
import dev.holdfast.testkit.servers.FaultProxy;
import dev.holdfast.testkit.servers.RedisServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guard of data in Redis (F-3). */
class RedisFenceIT extends OnRedis {

    private static final FencingToken FIRST = new FencingToken(1L << 53);
    private static final FencingToken NEXT = new FencingToken((1L << 53) + 1);

    private RedisFence fence;
    private String stock;

    @BeforeEach
    void openFence() {
        fence = closing(RedisFence.open(r -> r.host(server.host()).port(server.port())));
        stock = namespace + ":stock";
    }

    @Test
    void set_atOrAboveTheMark_writesAndRaisesIt() {
        fence.set(stock, "10", FIRST);
        fence.set(stock, "9", FIRST);
        fence.set(stock, "8", NEXT);
        assertThat(fence.get(stock)).contains("8");
        assertThat(raw.text("GET", stock + ":fence")).isEqualTo(NEXT.toString()).hasSize(19);
    }

    @Test
    void set_belowTheMark_isRefusedAndChangesNothing() {
        fence.set(stock, "10", FIRST);
        fence.enter(stock, NEXT); // one above 2^53: a double could not tell them apart
        assertThatThrownBy(() -> fence.set(stock, "9", FIRST))
                .isInstanceOfSatisfying(FenceRejectedException.class, refused -> {
                    assertThat(refused.highest()).isEqualTo(NEXT);
                    assertThat(refused.token()).isEqualTo(FIRST);
                    assertThat(refused.resource()).isEqualTo(stock);
                });
        assertThatThrownBy(() -> fence.enter(stock, FIRST)).isInstanceOf(FenceRejectedException.class);
        assertThat(fence.get(stock)).contains("10");
    }

    @Test
    void enter_again_isIdempotentAndWritesNothing() {
        fence.enter(stock, FIRST);
        fence.enter(stock, FIRST);
        assertThat(fence.get(stock)).isEmpty();
        fence.set(stock, "1", FIRST);
    }

    @Test
    void enterOmitted_letsAnOldHolderOverwrite() {
        fence.set(stock, "10", FIRST);
        int seenByNext = Integer.parseInt(fence.get(stock).orElseThrow());
        fence.set(stock, "9", FIRST); // the control: the old holder's write passes, and the next one's read is stale
        fence.set(stock, Integer.toString(seenByNext - 1), NEXT);
        assertThat(fence.get(stock)).contains("9"); // two sales, one counted
        fence.enter(stock, new FencingToken(NEXT.value() + 1));
        assertThatThrownBy(() -> fence.set(stock, "8", NEXT)).isInstanceOf(FenceRejectedException.class);
    }

    @Test
    void replyLost_isIndeterminateAndMayHaveTakenEffect() {
        try (FaultProxy proxy = FaultProxy.to(server, 1);
                RedisFence far = RedisFence.open(r -> r.host("127.0.0.1").port(proxy.port()))) {
            far.set(stock, "10", FIRST);
            proxy.only("EVALSHA");
            proxy.loseReplies(1);
            assertThatThrownBy(() -> far.set(stock, "9", NEXT)).isInstanceOf(IndeterminateException.class);
            assertThat(fence.get(stock)).contains("9");
            far.set(stock, "9", NEXT);
        }
    }

    @Test
    void serverGone_isUnavailable() {
        RedisServer own = RedisServer.startProcess();
        RedisFence gone = closing(RedisFence.open(r -> r.host(own.host()).port(own.port())));
        own.close();
        assertThatThrownBy(() -> gone.enter("k", FIRST)).isInstanceOf(StoreUnavailableException.class);
        assertThat(gone).hasToString("RedisFence[redis://127.0.0.1:" + own.port() + "/0]");
    }
}
