package dev.holdfast.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store's URI, taken apart by our own parser (the JDK's fails on host lists). Immutable.
 *
 * <p>{@code scheme:[//[user[:password]@]host[:port][,host..]][/path][?name=value&..]}; user, password, options and (except
 * for {@code jdbc:}) the path are percent-decoded. For {@code jdbc:} everything between the scheme and the {@code ?} is
 * the path, as the driver wants it. {@link #toString()} never shows a secret.
 */
public final class StoreUri {

    private final String scheme;
    private final Authority authority;
    private final String path;
    private final StoreOptions options;

    StoreUri(String scheme, Authority authority, String path, Map<String, String> options) {
        this.scheme = scheme;
        this.authority = authority;
        this.path = path;
        this.options = new StoreOptions(options, scheme);
    }

    /**
     * Parses a URI.
     *
     * @throws dev.holdfast.lock.ConfigurationException when it is malformed; the text shows it without secrets
     */
    public static StoreUri parse(String text) {
        return new StoreUriParser(text).parse();
    }

    /** The scheme in lower case. */
    public String scheme() {
        return scheme;
    }

    /** The user, where given. */
    public Optional<String> user() {
        return Optional.ofNullable(authority.user);
    }

    /** The password of the user-info, else of the option {@code password}, {@code password-file} or {@code password-env}. */
    public Optional<String> password() {
        return authority.password != null ? Optional.of(authority.password) : options.secret("password");
    }

    /** The hosts, empty where the URI names none. */
    public List<HostPort> hosts() {
        return authority.hosts;
    }

    /** The path with its leading slash, empty where there is none. */
    public String path() {
        return path;
    }

    /** The options. */
    public StoreOptions options() {
        return options;
    }

    /** The URI for people: user-info and secret options are replaced by {@code ***}. */
    @Override
    public String toString() {
        String body = authority.present() ? authority.redacted() + path : Redaction.uri(scheme + ":" + path);
        return (authority.present() ? scheme + ":" : "") + body + options.redacted();
    }

    /** A host and its port; port -1 for the store's default. */
    public record HostPort(String host, int port) {
        @Override
        public String toString() {
            String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
            return port < 0 ? shown : shown + ":" + port;
        }
    }

    /** User-info and hosts. */
    record Authority(
            boolean present,
            @Nullable String user,
            @Nullable String password,
            List<HostPort> hosts) {
        static final Authority NONE = new Authority(false, null, null, List.of());

        @Override
        public String toString() {
            return redacted();
        }

        String redacted() {
            if (!present) {
                return "";
            }
            StringBuilder out = new StringBuilder("//");
            if (user != null || password != null) {
                out.append("***@");
            }
            return out.append(String.join(
                            ",", hosts.stream().map(HostPort::toString).toList()))
                    .toString();
        }
    }
}
