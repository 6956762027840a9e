package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.ReleaseReply;
import dev.holdfast.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows go after their retention (L-12), and tokens rise all the same (F-1). */
class PurgeTest {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration RETENTION = Duration.ofDays(1);

    @TempDir
    Path folder;

    private final VirtualTime time = new VirtualTime();

    @Test
    void slice_pastRetention_dropsFreeAndLapsedRows() {
        try (TestClient one = open("one", 1)) {
            release(one, one.granted("released", LEASE));
            GrantRef unused = one.granted("lapsed", LEASE);
            time.advance(RETENTION);
            assertThat(one.backend.purge.slice(100)).as("not past it yet").isZero();
            time.advance(Duration.ofSeconds(1));
            GrantRef held = one.granted("held", LEASE);
            assertThat(one.backend.purge.slice(100)).isEqualTo(2);
            assertThat(one.renew(held)).isInstanceOf(dev.holdfast.spi.RenewReply.Renewed.class);
        }
    }

    @Test
    void slice_baseAheadOfTheClock_staysSoThatTokensRise() {
        long ahead = 1L << 50;
        try (TestClient one = open("one", 1)) {
            GrantRef first = one.granted(one.request("n", LEASE, ahead << 12));
            release(one, first);
            time.advance(RETENTION.multipliedBy(2));
            assertThat(one.backend.purge.slice(100)).isZero();
            assertThat(one.granted("n", LEASE).base()).isGreaterThan(first.base());
        }
    }

    @Test
    void slice_thenTheWallClockIsSetBack_tokensRiseAllTheSame() {
        try (TestClient one = open("one", 1)) {
            GrantRef first = one.granted("n", LEASE);
            release(one, first);
            time.advance(RETENTION.plusSeconds(1));
            assertThat(one.backend.purge.slice(100)).isOne();
            time.jumpWall(Duration.ofDays(-300));
            assertThat(one.granted("n", LEASE).base()).isGreaterThan(first.base());
        }
    }

    @Test
    void slice_heldLongAndRenewed_stays() {
        try (TestClient one = open("one", 1)) {
            GrantRef held = one.granted("n", Duration.ofDays(30));
            time.advance(RETENTION.multipliedBy(20));
            assertThat(one.backend.purge.slice(100)).isZero();
            assertThat(one.renew(held)).isInstanceOf(dev.holdfast.spi.RenewReply.Renewed.class);
        }
    }

    @Test
    void slice_ofAnotherBoot_dropsOnlyWhatWasWatched() {
        try (TestClient other = open("other", 1);
                TestClient here = open("here", 2)) {
            GrantRef unused = other.granted("n", LEASE);
            time.advance(RETENTION.plusSeconds(6));
            assertThat(here.backend.purge.slice(100))
                    .as("seen for the first time")
                    .isZero();
            time.advance(LEASE);
            assertThat(here.backend.purge.slice(100)).isOne();
        }
    }

    @Test
    void slices_oneAfterTheOther_coverAllNames() {
        try (TestClient one = open("one", 1)) {
            for (int i = 0; i < 100; i++) {
                release(one, one.granted("n-" + i, LEASE));
            }
            time.advance(RETENTION.plusSeconds(1));
            int dropped = 0;
            for (int i = 0; i < 12; i++) {
                dropped += one.backend.purge.slice(10);
            }
            assertThat(dropped).isEqualTo(100);
        }
    }

    @Test
    void grants_ofManyNewNames_keepTheFileSmall() {
        try (TestClient one = open("one", 1)) {
            int dropped = 0;
            for (int day = 0; day < 6; day++) {
                for (int i = 0; i < 1_000; i++) {
                    release(one, one.granted("day-" + day + "-" + i, LEASE));
                    time.runDue();
                }
                time.advance(RETENTION.plusSeconds(1));
            }
            for (int i = 0; i < 50; i++) {
                dropped += one.backend.purge.slice(1_000);
            }
            assertThat(dropped).as("left of 6,000, by grants alone").isLessThan(2_600);
        }
    }

    private static void release(TestClient client, GrantRef grant) {
        assertThat(client.locks().release(grant)).isInstanceOf(ReleaseReply.Released.class);
    }

    private TestClient open(String id, long boot) {
        return TestClient.at(id, folder.resolve("locks.db"), time, boot);
    }
}
