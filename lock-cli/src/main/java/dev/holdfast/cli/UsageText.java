package dev.holdfast.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The parser's errors in the house style. */
final class UsageText {

    private UsageText() {}

    static String of(ParameterException e) {
        if (e instanceof MissingParameterException missing) {
            return "missing: "
                    + missing.getMissing().stream().map(UsageText::label).collect(Collectors.joining(", "));
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().get(0);
            String suggestions = unmatched.getSuggestions().isEmpty()
                    ? ""
                    : "; did you mean \"" + unmatched.getSuggestions().get(0) + "\"?";
            String what = first.startsWith("-") ? "unknown option: option=\"" : "unknown argument: value=\"";
            return what + first + "\"" + suggestions;
        }
        String message = String.valueOf(e.getMessage());
        String start = message.isEmpty()
                ? "wrong command line"
                : message.substring(0, 1).toLowerCase(Locale.ROOT);
        return start + (message.isEmpty() ? "" : message.substring(1));
    }

    private static String label(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() + " " + arg.paramLabel() : arg.paramLabel();
    }
}
