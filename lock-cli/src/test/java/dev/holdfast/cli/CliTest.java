package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseState;
import dev.holdfast.lock.StoreUnavailableException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CliTest {

    private final TestCli cli = new TestCli();
    private final String store = "memory:" + UUID.randomUUID();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec --store memory: -- true               | missing: --lock NAME; see holdfast exec --help",
                "exec --lock a                              | missing: CMD; see holdfast exec --help",
                "exec --lock a --stor x -- true             | unknown option: option=\"--stor\"; did you mean \"--store\"?;"
                        + " see holdfast exec --help",
                "exce                                       | unknown argument: value=\"exce\"; did you mean \"exec\"?;"
                        + " see holdfast --help",
                "exec --lok a -- true                       | unknown option: option=\"--lok\"; did you mean \"--lock\"?;"
                        + " see holdfast exec --help",
                "exec --lok=a -- true                       | unknown option: option=\"--lok\"; did you mean \"--lock\"?;"
                        + " see holdfast exec --help",
                "exec -lock a -- true                       | unknown option: option=\"-lock\"; did you mean \"--lock\"?;"
                        + " see holdfast exec --help",
                "exec --lock a --wiat 5s -- true            | unknown option: option=\"--wiat\"; did you mean \"--wait\"?;"
                        + " see holdfast exec --help",
                "exec --frobnicate 5 -- true                | unknown option: option=\"--frobnicate\";"
                        + " see holdfast exec --help",
                "exec true --lok a                          | missing: --lock NAME; see holdfast exec --help",
                "ls --jsn                                   | unknown option: option=\"--jsn\"; did you mean \"--json\"?;"
                        + " see holdfast ls --help",
                "show --jsno                                | unknown option: option=\"--jsno\"; did you mean \"--json\"?;"
                        + " see holdfast show --help",
                "release --forse --reson x                  | unknown option: option=\"--forse\"; did you mean \"--force\"?;"
                        + " see holdfast release --help",
                "ping --stroe x                             | unknown option: option=\"--stroe\"; did you mean \"--store\"?;"
                        + " see holdfast ping --help",
                "version --jason                            | unknown option: option=\"--jason\"; did you mean \"--json\"?;"
                        + " see holdfast version --help",
                "demo --second 5                            | unknown option: option=\"--second\"; did you mean"
                        + " \"--seconds\"?; see holdfast demo --help",
                "completion --hlep                          | unknown option: option=\"--hlep\"; did you mean \"--help\"?;"
                        + " see holdfast completion --help",
                "--hlep                                     | unknown option: option=\"--hlep\"; did you mean \"--help\"?;"
                        + " see holdfast --help",
                "-z                                         | unknown option: option=\"-z\"; see holdfast --help",
                "relase a                                   | unknown argument: value=\"relase\"; did you mean \"release\"?;"
                        + " see holdfast --help",
                "demo-worke                                 | unknown argument: value=\"demo-worke\"; see holdfast --help",
                "help exce                                  | unknown argument: value=\"exce\"; did you mean \"exec\"?;"
                        + " see holdfast --help",
                "frob                                       | unknown argument: value=\"frob\"; see holdfast --help",
                "exec --lock a --lease 99ms -- true         | lease is out of range: lease=PT0.099S, range=PT0.1S..PT720H",
                "exec --lock a --lease 10 -- true           | not a duration: lease=10, write for example 500ms, 10s, 2m,"
                        + " 1h, 7d or PT10S",
                "exec --lock a --wait -5s -- true           | wait must not be negative: wait=-5s, use zero for one attempt",
                "exec --lock a --wait=PT-5S -- true         | wait must not be negative: wait=PT-5S, use zero for one attempt",
                "exec --lock= -- true                       | name must not be empty: name=\"\"",
                "exec --lock a --conflict-exit-code 256 -- true | exit code is out of range: conflict-exit-code=256,"
                        + " range=0..255",
                "demo --seconds 4                           | seconds is out of range: seconds=4, range=5..3600",
                "demo --workers 2                           | workers is out of range: workers=2, range=3..32",
                "demo --seconds x                           | not a whole number: seconds=x, range=5..3600; write for"
                        + " example 15; see holdfast demo --help",
                "demo --workers=1.5                         | not a whole number: workers=1.5, range=3..32; write for"
                        + " example 4; see holdfast demo --help",
                "demo --seconds 99999999999                 | seconds is out of range: seconds=99999999999,"
                        + " range=5..3600; see holdfast demo --help",
                "ls --limit all                             | not a whole number: limit=all, range=1..10000; write for"
                        + " example 1000; see holdfast ls --help",
                "exec --lock a --conflict-exit-code x -- true | not a whole number: conflict-exit-code=x, range=0..255;"
                        + " write for example 75; see holdfast exec --help",
                "ping redis://user:secretpw@host            | unknown argument: value=\"redis://***@host\"; for a store"
                        + " write --store URI; see holdfast ping --help",
                "ping redis://user:secret/pw@host           | unknown argument: value=\"redis:***\"; for a store write"
                        + " --store URI; see holdfast ping --help",
                "redis://user:secretpw@host                 | unknown argument: value=\"redis://***@host\"; for a store"
                        + " write --store URI; see holdfast --help",
                "help redis://user:secretpw@host            | unknown argument: value=\"redis://***@host\"; for a store"
                        + " write --store URI; see holdfast --help",
                "ping --redis://user:secretpw@host          | unknown option: option=\"***@host\"; see holdfast ping --help",
                "demo --seconds redis://user:secretpw@host  | not a whole number: seconds=redis://***@host, range=5..3600;"
                        + " write for example 15; see holdfast demo --help",
                "completion redis://user:secretpw@host      | no completion for this shell: shell=\"redis://***@host\","
                        + " available=[bash, zsh]",
                "completion fish                            | no completion for this shell: shell=\"fish\","
                        + " available=[bash, zsh]",
                "release a --force                          | the holder must be told why: length=none, range=1..256;"
                        + " add --reason TEXT",
            })
    void usageError_ofAnyKind_isOneLineAnd64(String arguments, String message) {
        int code = cli.run(arguments.strip().split(" +", -1));

        assertThat(cli.err()).isEqualTo("holdfast: " + message + System.lineSeparator());
        assertThat(code).isEqualTo(64);
        assertThat(cli.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"redsi:, no backend for scheme \"redsi\"", "nonsense, malformed store URI", "'', malformed store URI"})
    void badStore_ofAnyKind_is78(String uri, String start) {
        assertThat(cli.run("ping", "--store", uri)).isEqualTo(78);
        assertThat(cli.err()).startsWith("holdfast: " + start);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls --json=redis://user:secretpw@host",
                "exec --lock a --lease redis://user:secretpw@host -- true",
                "exec --lock a --wait redis://user:secretpw@host -- true",
                "exec --lock a --lease=user:secretpw@host -- true",
                "show a redis://user:secretpw@host",
                "show a b?password=secretpw",
                "release a redis://host?password=secretpw --force",
                "exec --store redis://user:secretpw@host --store redis://user:secretpw@host --lock a -- true",
                "demo --store redis://user:secretpw@host --store redis://user:secretpw@host",
            })
    void usageError_aboutAUri_hidesThePassword(String arguments) {
        assertThat(cli.run(arguments.split(" ", -1))).isEqualTo(64);

        assertThat(cli.err())
                .startsWith("holdfast: ")
                .doesNotContain("secretpw")
                .hasLineCount(1);
    }

    @Test
    void storeThatTheCommandLacks_whenAsked_isToldAsSuch() {
        cli.run("ping", "--store", "couchbase://host");

        assertThat(cli.err())
                .startsWith("holdfast: no backend for scheme \"couchbase\": available=[")
                .endsWith("]; this command does not bring that store, use one of those available"
                        + System.lineSeparator());
    }

    @Test
    void unknownScheme_whenRefused_listsThoseAvailable() {
        cli.run("ping", "--store", "redsi:");

        assertThat(cli.err()).contains("available=[").contains("memory");
    }

    @Test
    void noArguments_whenRun_showUsageOnStandardError() {
        assertThat(cli.run()).isEqualTo(64);
        assertThat(cli.err()).contains("Usage: holdfast").contains("Exit codes:");
        assertThat(cli.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "help exec", "exec --help", "ls --help", "release -h", "demo --help"})
    void help_whenAsked_goesToStandardOutput(String arguments) {
        assertThat(cli.run(arguments.split(" ", -1))).isZero();
        assertThat(cli.out()).contains("Usage: holdfast").contains("xample");
        assertThat(cli.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "version"})
    void version_whenAsked_isOneLine(String argument) {
        assertThat(cli.run(argument)).isZero();
        assertThat(cli.out()).startsWith("holdfast ").hasLineCount(1);
    }

    @Test
    void storeUnavailable_whenThrown_is69() {
        TestCli down = new TestCli((uri, config) -> {
            throw new StoreUnavailableException("store is unavailable: uri=x", null);
        });

        assertThat(down.run("ls")).isEqualTo(69);
        assertThat(down.err()).isEqualTo("holdfast: store is unavailable: uri=x" + System.lineSeparator());
    }

    @Test
    void ownFault_withoutVerbose_is70AndNoStackTrace() {
        TestCli broken = new TestCli((uri, config) -> {
            throw new IllegalStateException("oops\nsecond line");
        });

        assertThat(broken.run("ls")).isEqualTo(70);
        assertThat(broken.err())
                .isEqualTo("holdfast: internal error: type=java.lang.IllegalStateException, message=oops\\nsecond line;"
                        + " run it again with --verbose and report it" + System.lineSeparator());
    }

    @Test
    void ownFault_withVerbose_showsTheStackTrace() {
        TestCli broken = new TestCli((uri, config) -> {
            throw new IllegalStateException("oops");
        });

        assertThat(broken.run("ls", "--verbose")).isEqualTo(70);
        assertThat(broken.err()).contains("\tat dev.holdfast.cli.");
    }

    @Test
    void errorOfTheMachine_whenThrown_is70() {
        TestCli broken = new TestCli((uri, config) -> {
            throw new NoClassDefFoundError("org/sqlite/JDBC");
        });

        assertThat(broken.run("ls")).isEqualTo(70);
        assertThat(broken.err())
                .startsWith("holdfast: internal error: type=java.lang.NoClassDefFoundError")
                .hasLineCount(1);
    }

    @Test
    void show_ofHeldLock_givesTokenAs19Digits() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(store);
                Lease lease = holdfast.lock("a\nb", o -> o.note("why")).acquire()) {
            assertThat(cli.run("show", "a\nb", "--store", store, "--json")).isZero();

            JsonNode json = JsonMapper.shared().readTree(cli.out());
            assertThat(json.get("name").asString()).isEqualTo("a\nb");
            assertThat(json.get("held").asBoolean()).isTrue();
            assertThat(json.get("token").asString())
                    .hasSize(19)
                    .isEqualTo(lease.fencingToken().toString());
            assertThat(json.get("holder").get("note").asString()).isEqualTo("why");
            assertThat(json.get("holder").get("pid").asLong())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    @Test
    void ls_asText_showsOnlyThePrefixAndNoControlCharacter() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(store);
                Lease one = holdfast.lock("orders/\u001b[31m").acquire();
                Lease two = holdfast.lock("other").acquire()) {
            assertThat(cli.run("ls", "orders/", "--store", store)).isZero();

            assertThat(cli.out())
                    .startsWith("NAME")
                    .contains("orders/\\u001B[31m")
                    .doesNotContain("\u001b", "other");
            assertThat(cli.out()).hasLineCount(2).contains(one.fencingToken().toString());
            assertThat(two.isHeld()).isTrue();
        }
    }

    @Test
    void ls_asJson_isOneObject() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(store);
                Lease lease = holdfast.lock("a").acquire()) {
            assertThat(cli.run("ls", "--store", store, "--json", "--limit", "1"))
                    .isZero();

            JsonNode json = JsonMapper.shared().readTree(cli.out());
            assertThat(json.get("locks")).hasSize(1);
            assertThat(json.get("locks").get(0).get("token").asString())
                    .isEqualTo(lease.fencingToken().toString());
            assertThat(json.get("limitReached").asBoolean()).isTrue();
        }
    }

    @Test
    void show_ofFreeLock_is1() {
        assertThat(cli.run("show", "a")).isEqualTo(1);
        assertThat(cli.err()).isEqualTo("holdfast: lock is not held: name=\"a\"" + System.lineSeparator());
    }

    @Test
    void show_ofFreeLockAsJson_is1WithoutMessage() {
        assertThat(cli.run("show", "a", "--json")).isEqualTo(1);
        assertThat(cli.out().strip()).isEqualTo("{\"name\":\"a\",\"held\":false}");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void release_withoutForce_explainsAndChangesNothing() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(store);
                Lease lease = holdfast.lock("a").acquire()) {
            assertThat(cli.run("release", "a", "--store", store)).isEqualTo(64);

            assertThat(cli.err())
                    .contains("--force")
                    .contains("may still be running")
                    .hasLineCount(1);
            assertThat(lease.state()).isEqualTo(LeaseState.HELD);
            assertThat(holdfast.inspector().find("a")).isPresent();
        }
    }

    @Test
    void release_withForce_takesTheLockAway() throws InterruptedException {
        try (Holdfast holdfast = Holdfast.open(store)) {
            Lease lease = holdfast.lock("a").acquire();
            lease.onLost(loss -> {});

            assertThat(cli.run("release", "a", "--force", "--reason", "gone", "--store", store))
                    .isZero();

            assertThat(cli.out()).startsWith("released: name=\"a\", token=" + lease.fencingToken());
            assertThat(holdfast.inspector().find("a")).isEmpty();
            lease.release();
        }
    }

    @Test
    void release_ofFreeLock_is1() {
        assertThat(cli.run("release", "a", "--force", "--reason", "x")).isEqualTo(1);
    }

    @Test
    void ping_ofStore_tellsUriAndOrigin() {
        assertThat(cli.run("ping", "--json")).isZero();
        assertThat(cli.out()).contains("\"store\":\"memory:\"").contains("\"chosenBy\":\"ENVIRONMENT\"");
    }

    @Test
    void completion_forBash_knowsCommandsButNotTheHiddenOne() {
        assertThat(cli.run("completion", "bash")).isZero();
        assertThat(cli.out()).contains("exec").contains("--conflict-exit-code").doesNotContain("demo-worker");
    }
}
