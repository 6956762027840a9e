package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.FenceRejectedException;
import dev.holdfast.lock.FencingToken;
import dev.holdfast.lock.InvalidInputException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard contract F-3 on a table, with its mutant. */
class SqlFenceTest {

    private static final FencingToken OLD = new FencingToken(7);
    private static final FencingToken NEW = new FencingToken(8);

    @TempDir
    Path folder;

    private final SqlFence fence = SqlFence.on("stock", "id", "fence");
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("app.db"));
        sql("CREATE TABLE stock (id TEXT PRIMARY KEY, amount INTEGER, fence INTEGER)");
        sql("INSERT INTO stock VALUES ('bolt', 10, NULL), ('nut', 10, 0)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void enter_higherOrSameToken_raisesTheMark() throws SQLException {
        fence.enter(connection, "bolt", OLD);
        fence.enter(connection, "bolt", OLD);
        fence.enter(connection, "bolt", NEW);
        assertThat(number("SELECT fence FROM stock WHERE id = 'bolt'")).isEqualTo(NEW.value());
        assertThat(number("SELECT fence FROM stock WHERE id = 'nut'")).isZero();
    }

    @Test
    void enter_lowerToken_isRejectedWithTheHighest() throws SQLException {
        fence.enter(connection, "bolt", NEW);
        assertThatThrownBy(() -> fence.enter(connection, "bolt", OLD))
                .isInstanceOfSatisfying(FenceRejectedException.class, e -> {
                    assertThat(e.resource()).isEqualTo("stock/bolt");
                    assertThat(e.token()).isEqualTo(OLD);
                    assertThat(e.highest()).isEqualTo(NEW);
                });
    }

    @Test
    void enter_noSuchRow_saysSo() {
        assertThatThrownBy(() -> fence.enter(connection, "gear", NEW))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no row to guard: stock.id=gear");
    }

    @Test
    void update_lowerToken_changesNothing() throws SQLException {
        fence.enter(connection, "bolt", NEW);
        assertThatThrownBy(() -> fence.update(connection, "bolt", OLD, Map.of("amount", 0)))
                .isInstanceOf(FenceRejectedException.class);
        fence.update(connection, "bolt", NEW, Map.of("amount", 9));
        assertThat(amount()).isEqualTo(9);
    }

    @Test
    void write_autoCommit_isRefused() {
        assertThatThrownBy(() -> fence.write(connection, "bolt", NEW, () -> sql("DELETE FROM stock")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("setAutoCommit(false)");
    }

    @Test
    void write_inATransaction_isOneStepWithTheCheck() throws SQLException {
        connection.setAutoCommit(false);
        fence.write(connection, "bolt", NEW, () -> sql("UPDATE stock SET amount = 3 WHERE id = 'bolt'"));
        connection.commit();
        assertThatThrownBy(() -> fence.write(
                        connection, "bolt", OLD, () -> sql("UPDATE stock SET amount = 99 WHERE id = 'bolt'")))
                .isInstanceOf(FenceRejectedException.class);
        connection.rollback();
        connection.setAutoCommit(true);
        assertThat(amount()).isEqualTo(3);
    }

    @Test
    void readModifyWrite_withEnter_doesNotOversell() throws SQLException {
        assertThat(soldByTwo(true)).as("taken off the shelf").isEqualTo(10 - amount());
    }

    /** The mutant: both tokens are on the writes, but nobody entered before reading; the frozen one's write is lost. */
    @Test
    void readModifyWrite_enterOmitted_oversells() throws SQLException {
        assertThat(soldByTwo(false)).as("taken off the shelf").isGreaterThan(10 - amount());
    }

    /** The old holder reads, freezes; its successor reads; the old one writes late; the successor writes. */
    private int soldByTwo(boolean entering) throws SQLException {
        int sold = 0;
        enter(entering, OLD);
        int seenByOld = amount();
        enter(entering, NEW);
        int seenByNew = amount();
        try {
            fence.update(connection, "bolt", OLD, Map.of("amount", seenByOld - 1));
            sold++;
        } catch (FenceRejectedException late) {
            assertThat(late.highest()).isEqualTo(NEW);
        }
        fence.update(connection, "bolt", NEW, Map.of("amount", seenByNew - 1));
        return sold + 1;
    }

    private void enter(boolean entering, FencingToken token) throws SQLException {
        if (entering) {
            fence.enter(connection, "bolt", token);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "stock; DROP TABLE stock", "\"stock\"", "a.b.c", "1stock", "stock--", "ström", "a b"})
    void on_nameThatIsNotPlain_isRefused(String name) {
        assertThatThrownBy(() -> SqlFence.on(name, "id", "fence")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> SqlFence.on("stock", name, "fence")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> SqlFence.on("stock", "id", name)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> fence.update(connection, "bolt", NEW, Map.of(name, 1)))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void enter_oddKey_isAValueNotSql() throws SQLException {
        sql("INSERT INTO stock VALUES ('x'' OR 1=1 --', 1, 0)");
        fence.enter(connection, "x' OR 1=1 --", NEW);
        assertThat(number("SELECT count(*) FROM stock WHERE fence = 8")).isOne();
    }

    private int amount() throws SQLException {
        return (int) number("SELECT amount FROM stock WHERE id = 'bolt'");
    }

    private void sql(String sql) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery(sql)) {
            return rows.getLong(1);
        }
    }
}
