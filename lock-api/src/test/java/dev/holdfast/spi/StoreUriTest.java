package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.ErrorCode;
import dev.holdfast.spi.StoreUri.HostPort;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUriTest {

    @Test
    void parse_everyPart_isTakenApart() {
        StoreUri uri = StoreUri.parse("redis://ann:pw@one:1,two:2/0/x?timeout=2s&tls=true");

        assertThat(uri.scheme()).isEqualTo("redis");
        assertThat(uri.user()).contains("ann");
        assertThat(uri.password()).contains("pw");
        assertThat(uri.hosts()).containsExactly(new HostPort("one", 1), new HostPort("two", 2));
        assertThat(uri.path()).isEqualTo("/0/x");
        assertThat(uri.options().all()).containsExactly(Map.entry("timeout", "2s"), Map.entry("tls", "true"));
    }

    @Test
    void parse_memory_hasNeitherHostNorPathNorOptions() {
        StoreUri uri = StoreUri.parse("memory:");

        assertThat(uri.scheme()).isEqualTo("memory");
        assertThat(uri.hosts()).isEmpty();
        assertThat(uri.user()).isEmpty();
        assertThat(uri.password()).isEmpty();
        assertThat(uri.path()).isEmpty();
        assertThat(uri.options().all()).isEmpty();
        assertThat(uri).hasToString("memory:");
    }

    @Test
    void parse_memoryWithOptions_keepsThem() {
        StoreUri uri = StoreUri.parse("memory:shared?slack=10ms");

        assertThat(uri.path()).isEqualTo("shared");
        assertThat(uri.options().all()).containsExactly(Map.entry("slack", "10ms"));
    }

    @Test
    void parse_schemeInCapitals_isLowerCaseInAnyLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(StoreUri.parse("REDIS-SENTINEL://h").scheme()).isEqualTo("redis-sentinel");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void hosts_ofIpv6_loseTheirBrackets() {
        StoreUri uri = StoreUri.parse("etcd://[::1]:2379,[fe80::1%25eth0],10.0.0.1:80");

        assertThat(uri.hosts())
                .containsExactly(
                        new HostPort("::1", 2379), new HostPort("fe80::1%25eth0", -1), new HostPort("10.0.0.1", 80));
        assertThat(uri).hasToString("etcd://[::1]:2379,[fe80::1%25eth0],10.0.0.1:80");
    }

    @Test
    void hosts_withoutPort_haveNone() {
        assertThat(StoreUri.parse("redis://a,b").hosts())
                .isEqualTo(List.of(new HostPort("a", -1), new HostPort("b", -1)));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "65535,65535", "00080,80"})
    void port_inRange_isRead(String digits, int port) {
        assertThat(StoreUri.parse("redis://h:" + digits).hosts()).containsExactly(new HostPort("h", port));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "65536,65536",
        "99999,99999",
        "100000,***",
        "-1,***",
        "+1,***",
        "x,***",
        "'',''",
        "80x,***",
        "8 0,***",
        "٨٠,***",
        "1:2,***"
    })
    void port_outOfRange_isRefusedAndShownOnlyWhereItIsANumber(String digits, String shown) {
        assertThatThrownBy(() -> StoreUri.parse("redis://h:" + digits))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("malformed store URI, port is not a number in 1..65535: uri=redis://h:" + shown
                        + "; write host:port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://",
                "redis:///0",
                "redis://:6379",
                "redis://a,,b",
                "redis://a,",
                "redis://,a",
                "redis://u:p@",
                "redis://[]",
                "redis://[]:80",
                "redis:// ",
                "redis://::1"
            })
    void parse_emptyHost_isRefused(String text) {
        assertThatThrownBy(() -> StoreUri.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("malformed store URI, empty host: uri=")
                .hasMessageEndingWith("; write host:port, several separated by commas");
    }

    @Test
    void parse_bracketLeftOpen_isRefused() {
        assertThatThrownBy(() -> StoreUri.parse("redis://[::1:6379"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("malformed store URI, IPv6 address without closing bracket: uri=redis://[")
                .hasMessageEndingWith("; write [::1]:port");
    }

    @Test
    void parse_textAfterTheBracket_isRefused() {
        assertThatThrownBy(() -> StoreUri.parse("redis://[::1]x"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("malformed store URI, text after the bracket of an IPv6 address: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "redis", "//host", "/tmp/x.db", "1redis:", ":x", "red is:x"})
    void parse_withoutScheme_isRefused(String text) {
        assertThatThrownBy(() -> StoreUri.parse(text))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CONFIGURATION))
                .hasMessage("malformed store URI, no scheme: uri=" + text
                        + "; write for example memory: or jdbc:sqlite:/path/to/file.db");
    }

    @Test
    void parse_percentEscapes_areDecodedInEveryPartButTheHost() {
        StoreUri uri = StoreUri.parse("redis://a%40b:p%3A%2F%3F%23%26%40%25w@h/d%20b?n%61me=v%26%3D%C3%A9");

        assertThat(uri.user()).contains("a@b");
        assertThat(uri.password()).contains("p:/?#&@%w");
        assertThat(uri.path()).isEqualTo("/d b");
        assertThat(uri.options().all()).containsExactly(Map.entry("name", "v&=é"));
    }

    @Test
    void parse_plus_staysPlus() {
        StoreUri uri = StoreUri.parse("redis://a+b:c+d@h/e+f?g+h=i+j%2Bk");

        assertThat(uri.user()).contains("a+b");
        assertThat(uri.password()).contains("c+d");
        assertThat(uri.path()).isEqualTo("/e+f");
        assertThat(uri.options().all()).containsExactly(Map.entry("g+h", "i+j+k"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis://h/%", "redis://h/%4", "redis://h/%zz", "redis://h?a=%G0", "redis://%-1:p@h", "x:%"})
    void parse_badEscape_isRefused(String text) {
        assertThatThrownBy(() -> StoreUri.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("malformed store URI, bad percent escape: uri=")
                .hasMessageEndingWith("; write a literal % as %25");
    }

    @Test
    void userInfo_isSplitAtTheLastAtAndTheFirstColon() {
        StoreUri uri = StoreUri.parse("redis://me:p@ss:w@rd@h:1");

        assertThat(uri.user()).contains("me");
        assertThat(uri.password()).contains("p@ss:w@rd");
        assertThat(uri.hosts()).containsExactly(new HostPort("h", 1));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"me@,me,-", ":pw@,-,pw", "me:@,me,''", "@,-,-", ":@,-,''", "'',-,-"})
    void userInfo_partsLeftOut_areEmpty(String info, @Nullable String user, @Nullable String password) {
        StoreUri uri = StoreUri.parse("redis://" + info + "h");

        assertThat(uri.user().orElse(null)).isEqualTo(user);
        assertThat(uri.password().orElse(null)).isEqualTo(password);
    }

    @Test
    void options_withoutValue_areTrue() {
        StoreUri uri = StoreUri.parse("redis://h?tls&fair=&x==y");

        assertThat(uri.options().all())
                .containsExactly(Map.entry("tls", "true"), Map.entry("fair", ""), Map.entry("x", "=y"));
    }

    @Test
    void options_emptyPairs_areSkipped() {
        assertThat(StoreUri.parse("redis://h?&&a=1&").options().all()).containsExactly(Map.entry("a", "1"));
        assertThat(StoreUri.parse("redis://h?").options().all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1&a=2", "a=1&a=1", "a&a", "a=1&%61=1", "a=1&b=1&a"})
    void options_givenTwice_areRefused(String query) {
        assertThatThrownBy(() -> StoreUri.parse("redis://h?" + query))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "malformed store URI, option \"a\" is given twice: uri=redis://h?" + query + "; give it once");
    }

    @Test
    void options_map_cannotBeChanged() {
        Map<String, String> all = StoreUri.parse("redis://h?a=1").options().all();

        assertThatThrownBy(() -> all.put("b", "2")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void parse_jdbc_keepsTheBodyAsTheDriverWantsIt() {
        StoreUri uri = StoreUri.parse("jdbc:sqlserver://db;name=a%20b+c?holdfast.table=t%20u");

        assertThat(uri.scheme()).isEqualTo("jdbc");
        assertThat(uri.path()).isEqualTo("sqlserver://db;name=a%20b+c");
        assertThat(uri.hosts()).isEmpty();
        assertThat(uri.options().all()).containsExactly(Map.entry("holdfast.table", "t u"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite:/var/lib/a b.db", "sqlite::memory:", "sqlite:C:\\x.db", "h2:mem:x", "sqlite:%"})
    void parse_jdbcSqlite_takesAnyPath(String body) {
        StoreUri uri = StoreUri.parse("JDBC:" + body);

        assertThat(uri.path()).isEqualTo(body);
        assertThat(uri).hasToString("jdbc:" + body);
    }

    @Test
    void parse_severalLines_isOneUri() {
        assertThat(StoreUri.parse("memory:a\nb").path()).isEqualTo("a\nb");
    }
}
