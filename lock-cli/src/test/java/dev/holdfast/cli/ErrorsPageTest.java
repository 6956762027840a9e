package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lock.Effect;
import dev.holdfast.lock.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/errors.md against the code: rows {@code | CODE | text | cause | remedy | may have taken effect | exit code |}. */
class ErrorsPageTest {

    private static final int COLUMNS = 6;
    private static final Map<String, List<String>> ROWS = new HashMap<>();

    @BeforeAll
    static void readRows() throws IOException {
        Path page = Path.of("").toAbsolutePath().resolveSibling("docs").resolve("errors.md");
        for (String line : Files.readAllLines(page)) {
            List<String> cells = cells(line);
            if (cells.size() == COLUMNS
                    && cells.get(0).matches("`?[A-Z][A-Z_]+`?")
                    && !cells.get(0).equals("CODE")) {
                List<String> before = ROWS.put(cells.get(0).replace("`", ""), cells);
                assertThat(before).as("second row of %s", cells.get(0)).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void row_ofErrorCode_saysWhatTheCodeDoes(ErrorCode code) {
        check(code.name(), code.effect(), ExitCodes.of(code));
    }

    @ParameterizedTest
    @EnumSource
    void row_ofOwnError_saysWhatTheCodeDoes(CliError error) {
        check(error.name(), error.effect(), error.exitCode());
    }

    @Test
    void rows_ofThePage_haveNoStranger() {
        List<String> known = new java.util.ArrayList<>();
        Arrays.stream(ErrorCode.values()).map(Enum::name).forEach(known::add);
        Arrays.stream(CliError.values()).map(Enum::name).forEach(known::add);

        assertThat(known).containsAll(ROWS.keySet());
    }

    @Test
    void kinds_ofBothSides_haveDifferentNames() {
        assertThat(Arrays.stream(CliError.values()).map(Enum::name))
                .doesNotContainAnyElementsOf(
                        Arrays.stream(ErrorCode.values()).map(Enum::name).toList());
    }

    private static void check(String name, Effect effect, int exitCode) {
        String effectText = effect.name().toLowerCase(Locale.ROOT);
        List<String> row = ROWS.get(name);
        assertThat(row)
                .as("row | %s | .. | .. | .. | %s | %d | in docs/errors.md", name, effectText, exitCode)
                .isNotNull();
        assertThat(row.subList(1, 4)).noneMatch(String::isBlank);
        assertThat(row.get(4)).as("effect of %s", name).isEqualTo(effectText);
        assertThat(row.get(5)).as("exit code of %s", name).isEqualTo(Integer.toString(exitCode));
    }

    private static List<String> cells(String line) {
        String row = line.strip();
        if (!row.startsWith("|") || !row.endsWith("|") || row.length() < 2) {
            return List.of();
        }
        return Arrays.stream(row.substring(1, row.length() - 1).split("(?<!\\\\)\\|", -1))
                .map(String::strip)
                .toList();
    }
}
