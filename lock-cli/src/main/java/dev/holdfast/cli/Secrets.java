package dev.holdfast.cli;

import dev.holdfast.lock.ConfigurationException;
import dev.holdfast.spi.StoreUri;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments as people may see them: a store URI, wherever it was put by mistake, is shown without its secrets. */
public final class Secrets {

    private static final String HIDDEN = "***";
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);
    private static final Pattern STORE =
            Pattern.compile("(jdbc|memory):.*|[A-Za-z][A-Za-z0-9+.-]*://.*", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^\\s'\"]+");

    private Secrets() {}

    /** The argument; where it may have a secret and cannot be taken apart, little is left of it. */
    public static String hide(String argument) {
        if (SCHEME.matcher(argument).matches()) {
            return hide(argument, argument.substring(0, argument.indexOf(':') + 1), "");
        }
        return hide(argument, "", "x:");
    }

    /** A text that may have arguments in it. */
    static String hideIn(String text) {
        return WORD.matcher(text).replaceAll(found -> Matcher.quoteReplacement(hide(found.group())));
    }

    /** Whether it looks like a store. */
    static boolean isStore(String argument) {
        return STORE.matcher(argument).matches();
    }

    private static String hide(String argument, String start, String added) {
        boolean harmless = argument.indexOf('@') < 0 && argument.indexOf('=') < 0 && !isStore(argument);
        if (harmless) {
            return argument;
        }
        try {
            String shown = StoreUri.parse(added + argument).toString().substring(added.length());
            return shown.equalsIgnoreCase(argument) ? argument : shown;
        } catch (ConfigurationException malformed) {
            return start + HIDDEN;
        }
    }
}
