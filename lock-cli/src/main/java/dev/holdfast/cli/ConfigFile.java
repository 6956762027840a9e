package dev.holdfast.cli;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.Nearest;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** The configuration file: Java properties in UTF-8; its only key so far is {@code store}. */
final class ConfigFile {

    private static final Set<String> KNOWN = Set.of("store");

    private final Path path;

    ConfigFile(Path path) {
        this.path = path;
    }

    /**
     * The store that it names; empty where there is no file or no such key.
     *
     * @throws ConfigurationException when it cannot be read or has an unknown key
     */
    Optional<String> store() {
        if (!StoreSelection.exists(path)) {
            return Optional.empty();
        }
        Properties properties = read();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (!KNOWN.contains(key)) {
                String nearest = Nearest.of(key, KNOWN)
                        .map(n -> "; did you mean \"" + n + "\"?")
                        .orElse("");
                throw new ConfigurationException("unknown key in configuration file: key=\"" + key + "\", path=\""
                        + path + "\", known=" + KNOWN + nearest);
            }
        }
        return Optional.ofNullable(properties.getProperty("store")).map(String::strip);
    }

    private Properties read() {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "configuration file cannot be read: path=\"" + path + "\", reason=" + StoreSelection.reason(e), e);
        } catch (IllegalArgumentException badEscape) {
            throw new ConfigurationException(
                    "configuration file is malformed: path=\"" + path + "\"; write \\\\ for a backslash", badEscape);
        }
        return properties;
    }
}
