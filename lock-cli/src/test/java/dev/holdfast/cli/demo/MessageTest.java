package dev.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.demo.Message.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    @Test
    void parse_ofLine_givesTheMessageBack() {
        Message message = new Message(Kind.FAILED, 12, -1, "a b  c");

        assertThat(Message.parse(message.line())).contains(message);
        assertThat(Message.parse("SOLD 12 99")).contains(new Message(Kind.SOLD, 12, 99, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SOLD", "SOLD x 1", "WARNING: something of the JVM", "SOLD 1 2x"})
    void parse_ofForeignLine_isEmpty(String line) {
        assertThat(Message.parse(line)).isEmpty();
    }
}
