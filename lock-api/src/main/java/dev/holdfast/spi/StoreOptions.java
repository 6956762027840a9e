package dev.holdfast.spi;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.lock.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The options of a {@link StoreUri}, with typed reads. Immutable. */
public final class StoreOptions {

    private final Map<String, String> values;
    private final String scheme;

    StoreOptions(Map<String, String> values, String scheme) {
        this.values = Map.copyOf(values).isEmpty() ? Map.of() : new LinkedHashMap<>(values);
        this.scheme = scheme;
    }

    /** All options in the order given; unmodifiable. */
    public Map<String, String> all() {
        return java.util.Collections.unmodifiableMap(values);
    }

    /** The text of an option. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /**
     * A duration such as {@code 500ms} or {@code PT10S}.
     *
     * @throws InvalidInputException when it is not one
     */
    public Duration duration(String name, Duration otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return DurationText.parse(name, text);
        } catch (InvalidInputException notADuration) {
            throw Redaction.isSecret(name)
                    ? new InvalidInputException("not a duration", name, Redaction.value(name, text))
                    : notADuration;
        }
    }

    /**
     * A whole number.
     *
     * @throws InvalidInputException when it is not one or not in the range
     */
    public int integer(String name, int least, int most, int otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // falls through to the one error
        }
        throw new InvalidInputException(
                "option is not a whole number in range",
                name,
                Redaction.value(name, text),
                "range=" + least + ".." + most);
    }

    /**
     * {@code true} or {@code false}; a name without a value is true.
     *
     * @throws InvalidInputException when it is neither
     */
    public boolean flag(String name, boolean otherwise) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new InvalidInputException("option is neither true nor false", name, Redaction.value(name, text));
        };
    }

    /**
     * A secret given as {@code name}, as the first line of the file {@code name-file}, or as the environment variable
     * {@code name-env}.
     *
     * @throws ConfigurationException when the file or the variable is not there
     */
    public Optional<String> secret(String name) {
        String file = values.get(name + "-file");
        if (file != null) {
            try {
                List<String> lines = Files.readAllLines(Path.of(file));
                if (lines.isEmpty() || lines.get(0).isEmpty()) {
                    throw new ConfigurationException("secret file is empty: " + name + "-file=" + file);
                }
                return Optional.of(lines.get(0));
            } catch (IOException | InvalidPathException unreadable) {
                throw new ConfigurationException("secret file cannot be read: " + name + "-file=" + file, unreadable);
            }
        }
        String variable = values.get(name + "-env");
        if (variable != null) {
            String value = System.getenv(variable);
            if (value == null) {
                throw new ConfigurationException("environment variable is not set: " + name + "-env=" + variable);
            }
            return Optional.of(value);
        }
        return text(name);
    }

    /**
     * Refuses options that the store does not know.
     *
     * @throws ConfigurationException naming the unknown option and the nearest known one
     */
    public void requireKnown(Collection<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                String nearest = Nearest.of(name, known)
                        .map(n -> "; did you mean \"" + n + "\"?")
                        .orElse("");
                throw new ConfigurationException("unknown option for scheme \"" + scheme + "\": option=" + name
                        + ", known=" + known.stream().sorted().toList() + nearest);
            }
        }
    }

    String redacted() {
        if (values.isEmpty()) {
            return "";
        }
        return values.entrySet().stream()
                .map(e -> e.getKey() + "=" + Redaction.value(e.getKey(), e.getValue()))
                .collect(Collectors.joining("&", "?", ""));
    }
}
