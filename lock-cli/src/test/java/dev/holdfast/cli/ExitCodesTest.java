package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.ErrorCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExitCodesTest {

    private static final Set<Integer> DOCUMENTED = Set.of(1, 64, 69, 70, 75, 76, 78, 126, 127);

    @ParameterizedTest
    @CsvSource({
        "INVALID_INPUT, 64",
        "BAD_CONFIGURATION, 78",
        "UNSUPPORTED_BY_STORE, 78",
        "LOCK_REFUSED, 75",
        "SELF_DEADLOCK, 70",
        "LEASE_LOST, 76",
        "LEASE_UNCERTAIN, 76",
        "STORE_UNAVAILABLE, 69",
        "INDETERMINATE, 69",
        "CLIENT_CLOSED, 70",
        "FENCE_REJECTED, 76"
    })
    void of_anyCode_isAsDocumented(ErrorCode code, int exitCode) {
        assertThat(ExitCodes.of(code)).isEqualTo(exitCode);
    }

    @ParameterizedTest
    @EnumSource
    void exitCode_ofOwnError_isOneOfTheDocumented(CliError error) {
        assertThat(DOCUMENTED).contains(error.exitCode());
    }

    @Test
    void help_listsEveryExitCode() {
        TestCli cli = new TestCli();
        cli.run("--help");

        assertThat(DOCUMENTED).allSatisfy(code -> assertThat(cli.out()).containsPattern("(?m)^  " + code + " "));
    }
}
