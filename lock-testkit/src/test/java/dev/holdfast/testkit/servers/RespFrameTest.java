package dev.holdfast.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespFrameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK\r\n",
                "-ERR no\r\n",
                ":42\r\n",
                "$5\r\na\r\nbc\r\n",
                "$-1\r\n",
                "$0\r\n\r\n",
                "*-1\r\n",
                "*0\r\n",
                "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                "*3\r\n:1\r\n*1\r\n$1\r\nx\r\n_\r\n",
                "%1\r\n+a\r\n:1\r\n",
                "~2\r\n+a\r\n#t\r\n",
                ">2\r\n+message\r\n,1.5\r\n",
                "(1234567890123456789012\r\n",
                "=7\r\ntxt:abc\r\n",
                "!5\r\nERR x\r\n",
                "|1\r\n+ttl\r\n:3\r\n:42\r\n",
            })
    void read_frameOfAnyKind_isWholeAndNoMore(String text) throws IOException {
        InputStream in = stream(text + "+NEXT\r\n");
        RespFrame frame = RespFrame.read(in);
        assertThat(frame).isNotNull();
        assertThat(new String(frame.bytes(), StandardCharsets.UTF_8)).isEqualTo(text);
        assertThat(RespFrame.read(in))
                .extracting(f -> new String(f.bytes(), StandardCharsets.UTF_8))
                .isEqualTo("+NEXT\r\n");
        assertThat(RespFrame.read(in)).isNull();
    }

    @Test
    void read_command_givesItsWords() throws IOException {
        RespFrame frame =
                RespFrame.read(stream("*3\r\n$3\r\nset\r\n$1\r\né\r\n".replace("$1\r\né", "$2\r\né") + "$1\r\nv\r\n"));
        assertThat(frame).isNotNull();
        assertThat(frame.words()).isEqualTo(List.of("set", "é", "v"));
        assertThat(frame.command()).isEqualTo("SET");
        assertThat(frame.push()).isFalse();
    }

    @Test
    void read_cutAnywhere_isAnEndOfStream() {
        String whole = "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n";
        for (int length = 1; length < whole.length(); length++) {
            InputStream in = stream(whole.substring(0, length));
            assertThatThrownBy(() -> RespFrame.read(in)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void read_noRespAtAll_isRefused() {
        assertThatThrownBy(() -> RespFrame.read(stream("GET / HTTP/1.1\r\n"))).isInstanceOf(IOException.class);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
