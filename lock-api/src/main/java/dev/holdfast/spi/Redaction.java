package dev.holdfast.spi;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets in what people see. Works on text that may be malformed, so it hides too much rather than too little: whatever
 * stands between the scheme and the last {@code @}, every option whose name looks like a secret, and what stands where a port
 * should and is none.
 */
final class Redaction {

    private static final String SECRET = "password|passwd|pwd|secret|token|key|credential";
    private static final Pattern SECRET_NAME = Pattern.compile(SECRET);
    private static final Pattern SECRET_OPTION = Pattern.compile("(?i)([?&;][^=&;]*(?:" + SECRET + ")[^=&;]*=)[^&;]*");
    private static final Pattern USER_INFO = Pattern.compile(
            "^((?:jdbc:[A-Za-z0-9+.-]+:(?:[a-z]+:)?|[A-Za-z][A-Za-z0-9+.-]*:)?(?://)?).*@", Pattern.DOTALL);
    private static final Pattern NOT_A_PORT = Pattern.compile("(//[^/?#]*?[^/?#:]):(?!\\d{1,5}(?:[,/?#]|$))[^,/?#@]+");
    private static final String SQLITE = "jdbc:sqlite:";

    private Redaction() {}

    /** A URI as typed, possibly malformed. */
    static String uri(String text) {
        String noOptions = SECRET_OPTION.matcher(text).replaceAll("$1***");
        if (text.regionMatches(true, 0, SQLITE, 0, SQLITE.length())) {
            return noOptions; // a path and nothing else
        }
        Matcher user = USER_INFO.matcher(noOptions);
        String noUser = user.find() ? user.group(1) + "***@" + noOptions.substring(user.end()) : noOptions;
        return NOT_A_PORT.matcher(noUser).replaceAll("$1:***");
    }

    static boolean isSecret(String optionName) {
        return SECRET_NAME.matcher(optionName.toLowerCase(Locale.ROOT)).find();
    }
}
