package dev.holdfast.spi;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets in what people see. Works on text that may be malformed, so it hides too much rather than too little: whatever
 * stands between the scheme and the last {@code @}, the value of every option whose name looks like a secret, and what stands
 * where a port should and is none. An unescaped {@code &} ends a value for the parser too, so what follows it is shown.
 */
final class Redaction {

    private static final String HIDDEN = "***";
    private static final Pattern SECRET_NAME = Pattern.compile("password|passwd|pwd|secret|token|key|credential");
    private static final Pattern OPTION = Pattern.compile("([?&])([^=&]*)=([^&]*)");
    private static final Pattern DRIVER_OPTION = Pattern.compile("(;)([^=;?&]*)=([^;?&]*)");
    private static final Pattern ESCAPE = Pattern.compile("%([0-7][0-9A-Fa-f])");
    private static final Pattern USER_INFO = Pattern.compile(
            "^((?:jdbc:[A-Za-z0-9+.-]+:(?:[a-z]+:)?|[A-Za-z][A-Za-z0-9+.-]*:)?(?://)?).*@", Pattern.DOTALL);
    private static final Pattern NOT_A_PORT = Pattern.compile("(//[^/?#]*?[^/?#:]):(?!\\d{1,5}(?:[,/?#]|$))[^,/?#@]+");
    private static final String SQLITE = "jdbc:sqlite:";

    private Redaction() {}

    /** A URI as typed, possibly malformed. */
    static String uri(String text) {
        String noOptions = options(DRIVER_OPTION, options(OPTION, text));
        if (text.regionMatches(true, 0, SQLITE, 0, SQLITE.length())) {
            return noOptions; // a path and nothing else
        }
        Matcher user = USER_INFO.matcher(noOptions);
        String noUser = user.find() ? user.group(1) + HIDDEN + "@" + noOptions.substring(user.end()) : noOptions;
        return NOT_A_PORT.matcher(noUser).replaceAll("$1:" + HIDDEN);
    }

    private static String options(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(found -> {
            String shown = isSecret(decoded(found.group(2))) ? HIDDEN : found.group(3);
            return Matcher.quoteReplacement(found.group(1) + found.group(2) + "=" + shown);
        });
    }

    private static String decoded(String name) {
        return ESCAPE.matcher(name)
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }

    static boolean isSecret(String optionName) {
        return SECRET_NAME.matcher(optionName.toLowerCase(Locale.ROOT)).find();
    }

    /** The value of an option as people may see it. */
    static String value(String optionName, String value) {
        return isSecret(optionName) ? HIDDEN : value;
    }
}
