package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lock.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerIdTest {

    @ParameterizedTest
    @CsvSource({"1,1", "35,z", "36,10", "1295,zz", "9223372036854775807,1y2p0ij32e8e7"})
    void toString_anySequence_isBase36AndReadBack(long sequence, String digits) {
        OwnerId id = new OwnerId("k3Xq", sequence);

        assertThat(id).hasToString("k3Xq-" + digits);
        assertThat(OwnerId.parse("k3Xq-" + digits)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"'',1", "a-b,1", "a b,1", "ä,1", "a,0", "a,-1"})
    void create_illegalPart_isRefused(String client, long sequence) {
        assertThatThrownBy(() -> new OwnerId(client, sequence))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("not an owner id: owner=" + client + "-" + sequence);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64})
    void create_clientOf64_isTheLongest(int length) {
        assertThat(new OwnerId("c".repeat(length), 1).client()).hasSize(length);
        assertThatThrownBy(() -> new OwnerId("c".repeat(65), 1)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "-", "a-", "-1", "a-0", "a--1", "a-b-c", "a-!", "a-1y2p0ij32e8e8", "a b-1", "a-1 "})
    void parse_otherText_isRefused(String text) {
        assertThatThrownBy(() -> OwnerId.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("not an owner id: owner=" + text);
    }
}
