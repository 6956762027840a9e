package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void println_afterTheReaderIsGone_isNoError() {
        Console console = console(failing("Broken pipe"));

        console.println("a");
        console.println("b");
        console.finish();

        assertThat(err.size()).isZero();
    }

    @Test
    void finish_afterAFullDisk_isAnError() {
        Console console = console(failing("No space left on device"));

        console.println("a");

        assertThatThrownBy(console::finish)
                .isInstanceOf(CliException.class)
                .hasMessage("standard output cannot be written: reason=No space left on device");
    }

    @Test
    void error_withLineFeedAndEscape_isOneHarmlessLine() {
        console(OutputStream.nullOutputStream()).error("name=\"a\nb\u001b[2J\u202e\"");

        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("holdfast: name=\"a\\nb\\u001B[2J\\u202E\"" + System.lineSeparator());
    }

    private Console console(OutputStream out) {
        return new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
