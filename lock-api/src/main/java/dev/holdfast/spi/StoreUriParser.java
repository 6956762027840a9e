package dev.holdfast.spi;

import dev.holdfast.lock.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes one URI apart. Errors name what is wrong and show the URI without user-info and secret options. */
final class StoreUriParser {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final int MAX_PORT = 65_535;

    private final String text;

    StoreUriParser(String text) {
        this.text = text;
    }

    StoreUri parse() {
        Matcher matcher = SCHEME.matcher(text);
        if (!matcher.matches()) {
            throw malformed("no scheme", "write for example memory: or jdbc:sqlite:/path/to/file.db");
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String rest = matcher.group(2);
        int question = rest.indexOf('?');
        Map<String, String> options = question < 0 ? Map.of() : options(rest.substring(question + 1));
        String body = question < 0 ? rest : rest.substring(0, question);
        if (scheme.equals("jdbc")) {
            return new StoreUri(scheme, StoreUri.Authority.NONE, body, options);
        }
        if (!body.startsWith("//")) {
            return new StoreUri(scheme, StoreUri.Authority.NONE, decode(body), options);
        }
        refuseReserved(question < 0 ? body : body + "/" + rest.substring(question + 1));
        int slash = body.indexOf('/', 2);
        String authority = slash < 0 ? body.substring(2) : body.substring(2, slash);
        String path = slash < 0 ? "" : decode(body.substring(slash));
        return new StoreUri(scheme, authority(authority), path, options);
    }

    /** A / or ? in a password cuts the URI in the wrong place; what is left of the password must not go on as path or option. */
    private void refuseReserved(String rest) {
        int slash = rest.indexOf('/', 2);
        int end = slash < 0 ? rest.length() : slash;
        String tail = rest.substring(end).split("=", 2)[0];
        if (rest.lastIndexOf('@', end) < 0 && tail.indexOf('@') >= 0) {
            throw malformed(
                    "\"@\" after the hosts", "in user and password write / as %2F and ? as %3F, elsewhere @ as %40");
        }
    }

    private StoreUri.Authority authority(String part) {
        int at = part.lastIndexOf('@');
        @Nullable String user = null;
        @Nullable String password = null;
        if (at >= 0) {
            String info = part.substring(0, at);
            int colon = info.indexOf(':');
            String rawUser = colon < 0 ? info : info.substring(0, colon);
            user = rawUser.isEmpty() ? null : decode(rawUser);
            password = colon < 0 ? null : decode(info.substring(colon + 1));
        }
        List<StoreUri.HostPort> hosts = new ArrayList<>();
        for (String host : part.substring(at + 1).split(",", -1)) {
            hosts.add(hostPort(host));
        }
        return new StoreUri.Authority(true, user, password, List.copyOf(hosts));
    }

    private StoreUri.HostPort hostPort(String part) {
        if (part.startsWith("[")) {
            return bracketed(part);
        }
        int colon = part.indexOf(':');
        return host(colon < 0 ? part : part.substring(0, colon), colon < 0 ? "" : part.substring(colon));
    }

    /** An IPv6 address in brackets. */
    private StoreUri.HostPort bracketed(String part) {
        int end = part.indexOf(']');
        if (end < 0) {
            throw malformed("IPv6 address without closing bracket", "write [::1]:port");
        }
        String rest = part.substring(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(":")) {
            throw malformed("text after the bracket of an IPv6 address", "write [::1]:port");
        }
        return host(part.substring(1, end), rest);
    }

    private StoreUri.HostPort host(String host, String colonAndPort) {
        if (host.isBlank()) {
            throw malformed("empty host", "write host:port, several separated by commas");
        }
        return new StoreUri.HostPort(host, colonAndPort.isEmpty() ? -1 : port(colonAndPort.substring(1)));
    }

    private int port(String digits) {
        boolean number = digits.matches("\\d{1,5}");
        int port = number ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw malformed("port is not a number in 1.." + MAX_PORT, "write host:port");
        }
        return port;
    }

    private Map<String, String> options(String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "true" : decode(pair.substring(equals + 1));
            if (options.put(name, value) != null) {
                throw malformed("option \"" + name + "\" is given twice", "give it once");
            }
        }
        return options;
    }

    /** Percent-decoding only, strictly UTF-8: a plus sign is a plus sign. */
    private String decode(String part) {
        if (part.indexOf('%') < 0) {
            return part;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
        try {
            for (int i = 0; i < part.length(); i++) {
                if (part.charAt(i) == '%') {
                    bytes.write(HexFormat.fromHexDigits(part, i + 1, i + 3));
                    i += 2;
                } else {
                    int point = part.codePointAt(i);
                    bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
                    i += Character.charCount(point) - 1;
                }
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException badEscape) {
            throw malformed("bad percent escape", "write a literal % as %25");
        }
    }

    private ConfigurationException malformed(String what, String remedy) {
        return new ConfigurationException(
                "malformed store URI, " + what + ": uri=" + Redaction.uri(text) + "; " + remedy);
    }
}
