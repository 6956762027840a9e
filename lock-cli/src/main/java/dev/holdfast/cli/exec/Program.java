package dev.holdfast.cli.exec;

import dev.holdfast.cli.CliError;
import dev.holdfast.cli.CliException;
import dev.holdfast.cli.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program to run, looked up as a shell does, so that a wrong name is told before any lock is taken. Immutable.
 *
 * @param words the program as given, and its arguments
 */
public record Program(List<String> words) {

    private static final int LONGEST_FIRST_LINE = 255;
    private static final Pattern INTERPRETER = Pattern.compile("#![ \\t]*(/[^\\s\\x00]+)");
    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    /** Copies the words. */
    public Program {
        words = List.copyOf(words);
    }

    /** The program's name without its folder. */
    public String name() {
        String first = words.get(0);
        return first.substring(first.lastIndexOf('/') + 1);
    }

    /**
     * Checks that it can be executed.
     *
     * @throws CliException COMMAND_NOT_FOUND or COMMAND_NOT_EXECUTABLE
     */
    public void check(Map<String, String> environment) {
        String first = words.get(0);
        if (first.indexOf('/') >= 0) {
            Path path = Path.of(first);
            if (!Files.exists(path)) {
                throw notFound("path=\"" + Secrets.hide(first) + "\"");
            }
            if (!isProgram(path)) {
                throw notExecutable(first);
            }
            checkInterpreter(path);
            return;
        }
        String path = Optional.ofNullable(environment.get("PATH")).orElse(DEFAULT_PATH);
        boolean seen = false;
        for (String folder : path.split(":", -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder).resolve(first);
            if (!first.isEmpty() && isProgram(candidate)) {
                checkInterpreter(candidate);
                return;
            }
            seen |= !first.isEmpty() && Files.isRegularFile(candidate);
        }
        throw seen ? notExecutable(first) : notFound("name=\"" + Secrets.hide(first) + "\", PATH=" + path);
    }

    /** A script whose first line names an interpreter that is not there cannot be run either. */
    private static void checkInterpreter(Path path) {
        byte[] head;
        try (InputStream in = Files.newInputStream(path)) {
            head = in.readNBytes(LONGEST_FIRST_LINE);
        } catch (IOException unreadable) {
            return;
        }
        Matcher matcher = INTERPRETER.matcher(new String(head, StandardCharsets.UTF_8));
        if (matcher.lookingAt() && !Files.isExecutable(Path.of(matcher.group(1)))) {
            throw new CliException(
                    CliError.COMMAND_NOT_EXECUTABLE,
                    "program's interpreter cannot be executed: path=\"" + path + "\", interpreter=\"" + matcher.group(1)
                            + "\"");
        }
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    private static CliException notFound(String what) {
        return new CliException(CliError.COMMAND_NOT_FOUND, "program not found: " + what);
    }

    private static CliException notExecutable(String first) {
        return new CliException(
                CliError.COMMAND_NOT_EXECUTABLE,
                "program cannot be executed: path=\"" + first + "\"; is it a file with the x permission?");
    }
}
