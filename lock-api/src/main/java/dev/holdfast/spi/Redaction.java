package dev.holdfast.spi;

import java.util.Locale;
import java.util.regex.Pattern;

/** Hides secrets in what people see. */
final class Redaction {

    private static final Pattern USER_INFO = Pattern.compile("//[^/?#]*@");
    private static final Pattern SECRET_OPTION =
            Pattern.compile("(?i)([?&;][^=&;]*(?:password|passwd|pwd|secret|token|key|credential)[^=&;]*=)[^&;]*");
    private static final Pattern SECRET_NAME = Pattern.compile("password|passwd|pwd|secret|token|key|credential");

    private Redaction() {}

    /** A URI as typed, possibly malformed. */
    static String uri(String text) {
        String noUser = USER_INFO.matcher(text).replaceAll("//***@");
        return SECRET_OPTION.matcher(noUser).replaceAll("$1***");
    }

    static boolean isSecret(String optionName) {
        return SECRET_NAME.matcher(optionName.toLowerCase(Locale.ROOT)).find();
    }
}
