package dev.holdfast.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.spi.StoreUri;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The typed configuration and the URI that becomes one. */
class RedisConfigTest {

    private static RedisConfig parse(String uri) {
        return RedisUri.parse(StoreUri.parse(uri));
    }

    @Test
    void uri_withNothingButAHost_hasTheDefaults() {
        RedisConfig config = parse("redis://h");
        assertThat(config).hasToString("redis://h:6379/0");
        assertThat(config.namespace()).isEqualTo("holdfast");
        assertThat(config.poolSize()).isEqualTo(8);
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(config.user()).isEmpty();
        assertThat(config.password()).isEmpty();
        assertThat(config.lockKey()).isEmpty();
        assertThat(RedisConfig.DEFAULTS).hasToString("redis://localhost:6379/0");
    }

    @Test
    void uri_withEverything_isRead() {
        RedisConfig config = parse("redis://us%40er:p%2Fw@[::1]:7000/3?namespace=a:b&lock-key=l:{name}&pool-size=2"
                + "&connect-timeout=1s&timeout=PT0.5S&retention=2h");
        assertThat(config).hasToString("redis://[::1]:7000/3");
        assertThat(config.user()).contains("us@er");
        assertThat(config.password()).contains("p/w");
        assertThat(config.host()).isEqualTo("::1");
        assertThat(config.database()).isEqualTo(3);
        assertThat(config.namespace()).isEqualTo("a:b");
        assertThat(config.lockKey()).contains("l:{name}");
        assertThat(config.poolSize()).isEqualTo(2);
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.retention()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void password_fromAFile_isItsFirstLine(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "geheim\n");
        assertThat(parse("redis://h?password-file=" + file).password()).contains("geheim");
        assertThat(parse("redis://user@h?password-file=" + file).user()).contains("user");
        assertThat(parse("redis://:p@h").password()).contains("p");
        assertThat(parse("redis://:p@h").user()).isEmpty();
        assertThat(parse("redis://h?password=p")).hasToString("redis://h:6379/0");
    }

    @ParameterizedTest
    @CsvSource({
        "redis:, needs a host",
        "'redis://a,b', takes one host",
        "redis://user@h, user without a password",
        "redis://h/x, not the number of a database",
        "redis://h/1/2, not the number of a database",
        "redis://h?pol-size=1, did you mean \"pool-size\"?",
        "redis://h?ssl=true, unknown option",
        "redis://h?password-env=HOLDFAST_NO_SUCH_VARIABLE, environment variable is not set",
        "redis://h?password-file=/no/such/file, secret file cannot be read",
    })
    void uri_wrong_isAConfigurationErrorThatSaysWhat(String uri, String text) {
        assertThatThrownBy(() -> parse(uri))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource({
        "pool-size=0, 1..1000",
        "pool-size=many, 1..1000",
        "timeout=5, not a duration",
        "timeout=1ms, range=PT0.01S..PT1M",
        "connect-timeout=2m, range=PT0.01S..PT1M",
        "retention=1s, range=PT1M..",
        "namespace=, not a namespace",
        "namespace=a%20b, not a namespace",
        "lock-key=plain, not a template",
        "lock-key={name}, not a template",
        "lock-key={name}{name}, not a template",
    })
    void option_outOfRange_namesItselfAndTheRange(String option, String text) {
        assertThatThrownBy(() -> parse("redis://h?" + option))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(text)
                .hasMessageContaining(option.substring(0, option.indexOf('=')));
    }

    @Test
    void typedValue_outOfRange_isRefusedBeforeAnyTraffic() {
        assertRefused(c -> c.port(0), "port");
        assertRefused(c -> c.port(70_000), "port");
        assertRefused(c -> c.database(-1), "database");
        assertRefused(c -> c.host(" "), "host");
        assertRefused(c -> c.user(""), "user");
        assertThatThrownBy(() -> RedisFence.open(c -> c.namespace("a").lockKey("a:{name}")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("inside the namespace");
        assertThatThrownBy(() -> RedisHoldfast.open(c -> c.user("u"), c -> c))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("user without a password");
        assertThatThrownBy(() -> RedisFence.open(c -> c.user("u"))).isInstanceOf(ConfigurationException.class);
        assertRefused(c -> c.poolSize(1_001), "pool-size");
        assertRefused(c -> c.retention(Duration.ofDays(4_000)), "retention");
        assertThatThrownBy(() -> RedisHoldfast.open(c -> c.port(0), c -> c)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> RedisFence.open(c -> c.port(0))).isInstanceOf(InvalidInputException.class);
    }

    private static void assertRefused(UnaryOperator<RedisConfig> change, String parameter) {
        assertThatThrownBy(() -> change.apply(RedisConfig.DEFAULTS))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(parameter);
    }

    @Test
    void change_makesACopy() {
        RedisConfig one = RedisConfig.DEFAULTS.host("one").user("u").password("geheim");
        RedisConfig two = one.host("two");
        assertThat(one.host()).isEqualTo("one");
        assertThat(two.host()).isEqualTo("two");
        assertThat(two.password()).contains("geheim");
        assertThat(two.toString()).doesNotContain("geheim").doesNotContain("u@");
    }
}
