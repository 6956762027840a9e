package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.RenewReply;
import dev.holdfast.spi.Ticker;
import dev.holdfast.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of another boot: believed until this client has watched them for their whole lease (L-1, L-9). */
class OtherClockTest {

    private static final Duration LEASE = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final VirtualTime time = new VirtualTime();

    @Test
    void heldUnderAnotherBoot_unchangedForItsLease_isTaken() {
        try (TestClient before = TestClient.at("before", file(), time, 1);
                TestClient after = TestClient.at("after", file(), time, 2)) {
            GrantRef old = before.granted("n", LEASE);
            time.advance(Duration.ofDays(1));
            assertThat(after.gets("n", LEASE)).as("not watched yet").isFalse();
            time.advance(LEASE.minusMillis(1));
            assertThat(after.gets("n", LEASE)).as("not watched long enough").isFalse();
            time.advance(Duration.ofMillis(1));
            assertThat(after.granted("n", LEASE).base()).isGreaterThan(old.base());
        }
    }

    @Test
    void heldUnderAnotherBoot_renewed_isWatchedAnew() {
        try (TestClient other = TestClient.at("other", file(), time, 1);
                TestClient watcher = TestClient.at("watcher", file(), time, 2)) {
            GrantRef held = other.granted("n", LEASE);
            for (int i = 0; i < 5; i++) {
                assertThat(watcher.gets("n", LEASE)).isFalse();
                time.advance(LEASE.dividedBy(2));
                assertThat(other.renew(held)).isInstanceOf(RenewReply.Renewed.class);
            }
            assertThat(watcher.gets("n", LEASE)).isFalse();
        }
    }

    @Test
    void releasedUnderAnotherBoot_isFreeAtOnce() {
        try (TestClient other = TestClient.at("other", file(), time, 1);
                TestClient here = TestClient.at("here", file(), time, 2)) {
            GrantRef held = other.granted("n", LEASE);
            assertThat(other.locks().release(held)).isInstanceOf(dev.holdfast.spi.ReleaseReply.Released.class);
            assertThat(here.gets("n", LEASE)).isTrue();
        }
    }

    @Test
    void contender_ofAnotherBootsHolder_isWokenAfterTheWatch() {
        int[] wakes = {0};
        try (TestClient other = TestClient.at("other", file(), time, 1);
                TestClient here = TestClient.at("here", file(), time, 2)) {
            assertThat(other.gets("n", LEASE)).isTrue();
            var ticket = here.locks().enqueue(here.request("n", LEASE), () -> wakes[0]++);
            time.advance(LEASE.minusMillis(50));
            assertThat(wakes[0]).isZero();
            time.advance(Duration.ofMillis(150));
            assertThat(wakes[0]).isPositive();
            assertThat(ticket.poll(TestClient.WITHIN)).isInstanceOf(dev.holdfast.spi.AcquireReply.Granted.class);
        }
    }

    @Test
    void identity_ofTheSystemsClock_isTheMachines() {
        long one = Boot.identity(Ticker.system());
        assertThat(Boot.identity(Ticker.system())).isEqualTo(one);
        assertThat(Boot.identity(new VirtualTime()))
                .as("a clock of tests is this process's own")
                .isNotEqualTo(one);
    }

    private Path file() {
        return folder.resolve("locks.db");
    }
}
