package dev.holdfast.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

    @ParameterizedTest
    @CsvSource({
        "redsi,redis",
        "redi,redis",
        "rediss,rediss",
        "memroy,memory",
        "xjdbc,jdbc",
        "etdc,etcd",
        "zokeper,zookeeper"
    })
    void of_misspelt_findsTheWord(String word, String meant) {
        assertThat(Nearest.of(word, Set.of("memory", "redis", "rediss", "jdbc", "etcd", "zookeeper")))
                .contains(meant);
    }

    @Test
    void of_threeEditsInALongWord_stillMeansIt() {
        assertThat(Nearest.of("zookeXXXr", Set.of("zookeeper"))).contains("zookeeper");
        assertThat(Nearest.of("zookXXXXr", Set.of("zookeeper"))).isEmpty();
    }

    @Test
    void of_shortWordMostlyWrong_meansNothing() {
        assertThat(Nearest.of("abcde", Set.of("xyzde"))).isEmpty();
        assertThat(Nearest.of("abc", Set.of("xyc"))).isEmpty();
    }

    @Test
    void of_twoEquallyNear_isTheFirstByAlphabet() {
        assertThat(Nearest.of("bat", List.of("hat", "cat"))).contains("cat");
    }

    @Test
    void of_noCandidates_isEmpty() {
        assertThat(Nearest.of("a", List.of())).isEmpty();
    }

    @Test
    void of_emptyWord_neverNamesALongOne() {
        assertThat(Nearest.of("", List.of("memory"))).isEmpty();
    }
}
