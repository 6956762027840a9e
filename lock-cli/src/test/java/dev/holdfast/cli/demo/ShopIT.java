package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's guard on real SQLite. */
class ShopIT {

    private static final FencingToken OLD = new FencingToken(7);
    private static final FencingToken NEW = new FencingToken(8);

    @TempDir
    Path folder;

    private Shop first;
    private Shop second;

    @BeforeEach
    void open() throws SQLException {
        first = Shop.create(folder.resolve("shop.db"), 10);
        second = Shop.open(folder.resolve("shop.db"));
    }

    @AfterEach
    void close() throws SQLException {
        first.close();
        second.close();
    }

    @Test
    void sell_afterALaterHolderEntered_isRejectedAndWritesNothing() throws SQLException {
        first.enter(OLD);
        int read = first.amount();
        second.enter(NEW);

        assertThatThrownBy(() -> first.sell(1, read - 1, OLD))
                .isInstanceOfSatisfying(
                        FenceRejectedException.class,
                        e -> assertThat(e.highest()).isEqualTo(NEW));
        assertThat(first.books().left()).isEqualTo(10);
        assertThat(first.books().sales()).isEmpty();
    }

    @Test
    void sell_whenEnterWasOmitted_loses() throws SQLException {
        // The mutant: a token on the write alone does not protect a read-modify-write (F-3).
        int oldRead = first.amount();
        int newRead = second.amount();
        first.sell(1, oldRead - 1, OLD);
        second.sell(2, newRead - 1, NEW);

        assertThat(first.books().left()).isEqualTo(9);
        assertThat(first.books().sales()).isEqualTo(Map.of(1, 1, 2, 1));
    }

    @Test
    void enter_whenRepeated_isAllowed() throws SQLException {
        first.enter(OLD);
        first.enter(OLD);
        first.sell(1, 9, OLD);

        assertThat(first.books().left()).isEqualTo(9);
        assertThatThrownBy(() -> second.enter(new FencingToken(6))).isInstanceOf(FenceRejectedException.class);
    }

    @Test
    void naiveLock_whenDropped_isDroppedWhoseverItIs() throws SQLException {
        assertThat(first.takeNaiveLock(1, 60_000)).isTrue();
        assertThat(second.takeNaiveLock(2, 60_000)).isFalse();
        second.dropNaiveLock();
        assertThat(second.takeNaiveLock(2, 60_000)).isTrue();
    }
}
