package dev.holdfast.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramTest {

    @TempDir
    Path folder;

    @Test
    void check_ofProgramOnThePath_passes() throws IOException {
        file("tool", true);

        assertThatCode(() -> program("tool").check(path())).doesNotThrowAnyException();
    }

    @Test
    void check_ofMissingProgram_isNotFound() {
        assertError("tool", CliError.COMMAND_NOT_FOUND);
        assertError(folder + "/tool", CliError.COMMAND_NOT_FOUND);
        assertError("", CliError.COMMAND_NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://user:secretpw@host", "user:secretpw@host"})
    void check_ofAStoreThatStandsForAProgram_hidesThePassword(String word) {
        assertThatThrownBy(() -> program(word).check(path()))
                .hasMessageStartingWith("program not found")
                .hasMessageNotContaining("secretpw");
    }

    @Test
    void check_ofFileWithoutPermission_isNotExecutable() throws IOException {
        file("tool", false);

        assertError("tool", CliError.COMMAND_NOT_EXECUTABLE);
        assertError(folder + "/tool", CliError.COMMAND_NOT_EXECUTABLE);
    }

    @Test
    void check_ofFolder_isNotExecutable() {
        assertError(folder + "/.", CliError.COMMAND_NOT_EXECUTABLE);
    }

    @Test
    void check_ofScriptWithoutItsInterpreter_isNotExecutable() throws IOException {
        Path script = Files.writeString(folder.resolve("tool"), "#! /no/such/interpreter -x\necho\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();

        assertError("tool", CliError.COMMAND_NOT_EXECUTABLE);
        Files.writeString(script, "#!/bin/sh\necho\n");
        assertThatCode(() -> program("tool").check(path())).doesNotThrowAnyException();
    }

    @Test
    void name_ofPath_isItsLastPart() {
        assertThat(program("/a/b/tool").name()).isEqualTo("tool");
        assertThat(program("tool").name()).isEqualTo("tool");
    }

    private void assertError(String word, CliError error) {
        assertThatThrownBy(() -> program(word).check(path()))
                .isInstanceOfSatisfying(
                        CliException.class, e -> assertThat(e.error()).isEqualTo(error));
    }

    private static Program program(String word) {
        return new Program(List.of(word, "argument"));
    }

    private Map<String, String> path() {
        return Map.of("PATH", "/nonexistent:" + folder);
    }

    private void file(String name, boolean executable) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "");
        assertThat(file.toFile().setExecutable(executable)).isTrue();
    }
}
