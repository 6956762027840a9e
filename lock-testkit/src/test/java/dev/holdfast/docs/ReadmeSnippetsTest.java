package dev.holdfast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.Lease;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the README's snippets from the README itself and runs them. */
class ReadmeSnippetsTest {

    private static final Path README = Path.of("..", "README.md");
    private static final List<String> NAMES = List.of("acquireAndRelease", "tryOrTell", "guardedLoan");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Object snippets;

    @BeforeEach
    void compile() throws Exception {
        StringBuilder source = new StringBuilder(snippet("imports")).append("public class Snippets {\n");
        for (String name : NAMES) {
            source.append("public ").append(snippet(name));
        }
        Path file = Files.writeString(folder.resolve("Snippets.java"), source.append("}\n"));
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), file.toString());
        assertThat(errors).isZero();
        URL[] where = {folder.toUri().toURL()};
        snippets = new URLClassLoader(where, getClass().getClassLoader())
                .loadClass("Snippets")
                .getDeclaredConstructor()
                .newInstance();
    }

    @Test
    void acquireAndRelease_onMemory_givesAToken() throws Exception {
        assertThat((String) call("acquireAndRelease", "memory:")).matches("token \\d{19}");
    }

    @Test
    void tryOrTell_onFreeName_acquires() throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            assertThat((String) call("tryOrTell", holdfast)).startsWith("acquired, PT29");
        }
    }

    @Test
    void tryOrTell_onHeldName_tellsTheHolder() throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:", c -> c.application("other"));
                Lease held = holdfast.lock("report").acquire()) {
            assertThat(held.isHeld()).isTrue();
            assertThat((String) call("tryOrTell", holdfast)).startsWith("not acquired: TIMED_OUT, holder: other@");
        }
    }

    @Test
    void guardedLoan_takesOneFromTheStock() throws Exception {
        try (Holdfast holdfast = Holdfast.open("memory:")) {
            assertThat(call("guardedLoan", holdfast)).isEqualTo(9);
        }
    }

    private Object call(String name, Object argument) throws Exception {
        for (Method method : snippets.getClass().getMethods()) {
            if (method.getName().equals(name)) {
                return Objects.requireNonNull(method.invoke(snippets, argument));
            }
        }
        throw new AssertionError("no snippet " + name);
    }

    private static String snippet(String name) throws IOException {
        String marked = "<!-- snippet:" + name + " -->\\s*```java\n(.*?)```\\s*<!-- /snippet:" + name + " -->";
        Matcher matcher = Pattern.compile(marked, Pattern.DOTALL).matcher(Files.readString(README));
        assertThat(matcher.find()).as("README has a snippet %s", name).isTrue();
        return matcher.group(1);
    }
}
