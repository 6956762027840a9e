package dev.holdfast.redis;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.Stalls;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/** Connections are kept, bounded, doubted and given up. */
class PoolIT extends OnWire {

    private Pool pool;

    @BeforeEach
    void openPool() {
        pool = closing(
                new Pool(new Connections(RedisConfig.DEFAULTS.host("127.0.0.1").port(proxy.port())), 2));
    }

    private static long in(Duration time) {
        return Ticker.system().nanos() + time.toNanos();
    }

    private Connection borrow() throws InterruptedException {
        return Objects.requireNonNull(pool.borrow(in(ofSeconds(5))));
    }

    @Test
    void borrow_theOneUsedLast_isUsedNext() throws Exception {
        Connection one = borrow();
        Connection two = borrow();
        pool.giveBack(one, true);
        pool.giveBack(two, true);
        assertThat(borrow()).isSameAs(two);
        assertThat(borrow()).isSameAs(one);
        assertThat(proxy.accepted()).isEqualTo(2);
    }

    @Test
    void borrow_allInUse_waitsSoLongAndNoLonger() throws Exception {
        Connection unused = borrow();
        Connection other = borrow();
        Stalls stalls = Stalls.begin();
        assertThat(pool.borrow(in(ofMillis(200)))).isNull();
        assertThat(stalls.elapsed()).isBetween(ofMillis(150), ofMillis(400));
        pool.giveBack(other, true);
        assertThat(borrow()).isSameAs(other);
        assertThat(unused.isBroken()).isFalse();
    }

    @Test
    void broken_isDroppedAndItsPlaceIsFree() throws Exception {
        Connection one = borrow();
        one.setBroken();
        pool.giveBack(one, true);
        Connection next = borrow();
        assertThat(next).isNotSameAs(one);
        assertThat(next.ping()).isTrue();
    }

    @Test
    void replyNotReadToItsEnd_isNotUsedAgain() throws Exception {
        Connection one = borrow();
        pool.giveBack(one, false);
        Connection next = borrow();
        assertThat(next).isNotSameAs(one);
        Stalls.await("the first is closed", ofSeconds(5), () -> proxy.connections() == 1);
    }

    @Test
    void suspected_isAskedBeforeItIsTrusted() throws Exception {
        Connection one = borrow();
        pool.giveBack(one, true);
        proxy.resetCounts();
        assertThat(borrow()).isSameAs(one);
        assertThat(proxy.commands()).isZero();
        pool.giveBack(one, true);
        pool.suspect();
        assertThat(borrow()).isSameAs(one);
        assertThat(proxy.commands("PING")).isEqualTo(1);
        pool.giveBack(one, true);
        proxy.cut();
        pool.suspect();
        assertThat(borrow()).as("it was dead").isNotSameAs(one);
    }

    @Test
    void serverGone_isThrownAndCostsNoPlace() throws Exception {
        proxy.refuse(true);
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> pool.borrow(in(ofSeconds(1)))).isInstanceOf(JedisException.class);
        }
        proxy.heal();
        Connection one = borrow();
        Connection two = borrow();
        assertThat(one).isNotSameAs(two);
    }

    @Test
    void blackHole_boundsTheMakingOfAConnection() {
        proxy.blackHole(true);
        Stalls stalls = Stalls.begin();
        assertThatThrownBy(() -> pool.borrow(in(ofMillis(300)))).isInstanceOf(JedisException.class);
        assertThat(stalls.elapsed()).isLessThan(ofMillis(550));
    }

    @Test
    void close_dropsIdleOnesNowAndOthersWhenTheyComeBack() throws Exception {
        Connection one = borrow();
        Connection two = borrow();
        pool.giveBack(one, true);
        pool.close();
        Stalls.await("one is closed", ofSeconds(5), () -> proxy.connections() == 1);
        pool.giveBack(two, true);
        Stalls.await("both are closed", ofSeconds(5), () -> proxy.connections() == 0);
    }
}
