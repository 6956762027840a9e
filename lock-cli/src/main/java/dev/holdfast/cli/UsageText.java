package dev.holdfast.cli;

import dev.holdfast.spi.Nearest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The parser's errors in the house style. */
final class UsageText {

    private static final Set<Class<?>> NUMBERS = Set.of(int.class, long.class);
    private static final Pattern RANGE = Pattern.compile("\\d+\\.\\.\\d+");

    private UsageText() {}

    static String of(ParameterException e) {
        if (e instanceof MissingParameterException missing) {
            return "missing: "
                    + missing.getMissing().stream().map(UsageText::label).collect(Collectors.joining(", "));
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            return isOption(unmatched) ? unknownOption(unmatched) : unknownArgument(e, first(unmatched));
        }
        if (e.getArgSpec() == null && e.getValue() != null) {
            return unknownArgument(e, e.getValue()); // of the help command
        }
        if (e.getArgSpec() instanceof OptionSpec option && e.getValue() != null && NUMBERS.contains(option.type())) {
            return noNumber(option, e.getValue());
        }
        String message = readable(e);
        String start = message.isEmpty()
                ? "wrong command line"
                : message.substring(0, 1).toLowerCase(Locale.ROOT);
        return start + (message.isEmpty() ? "" : message.substring(1));
    }

    /** Whether what is not known looks like an option. */
    static boolean isOption(UnmatchedArgumentException e) {
        return first(e).startsWith("-");
    }

    /** The range stands in the option's description. */
    private static String noNumber(OptionSpec option, String value) {
        String name = word(option.longestName());
        String range = RANGE.matcher(String.join(" ", option.description()))
                .results()
                .map(found -> ", range=" + found.group())
                .findFirst()
                .orElse("");
        if (value.matches("[+-]?\\d+")) {
            return name + " is out of range: " + name + "=" + value + range;
        }
        String example = option.defaultValue() == null ? "" : "; write for example " + option.defaultValue();
        return "not a whole number: " + name + "=" + Secrets.hide(value) + range + example;
    }

    /** The parser's own text without secrets. */
    private static String readable(ParameterException e) {
        String message = String.valueOf(e.getMessage());
        String value = e.getValue();
        return Secrets.hideIn(value == null || value.isEmpty() ? message : message.replace(value, Secrets.hide(value)));
    }

    private static String unknownOption(UnmatchedArgumentException e) {
        String name = first(e).split("=", 2)[0];
        Map<String, String> optionByWord = new TreeMap<>();
        for (String option : e.getCommandLine().getCommandSpec().optionsMap().keySet()) {
            if (word(option).length() > 1) {
                optionByWord.put(word(option), option);
            }
        }
        return "unknown option: option=\"" + Secrets.hide(name) + "\""
                + meant(Nearest.of(word(name), optionByWord.keySet()).map(optionByWord::get));
    }

    private static String unknownArgument(ParameterException e, String value) {
        String remedy = Secrets.isStore(value)
                ? "; for a store write --store URI"
                : meant(Nearest.of(value, commands(e.getCommandLine())));
        return "unknown argument: value=\"" + Secrets.hide(value) + "\"" + remedy;
    }

    private static List<String> commands(CommandLine commandLine) {
        return commandLine.getSubcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String first(UnmatchedArgumentException e) {
        return e.getUnmatched().get(0);
    }

    /** Without its dashes, which would count as letters that are right. */
    private static String word(String option) {
        return option.replaceFirst("^-+", "");
    }

    private static String meant(Optional<String> nearest) {
        return nearest.map(n -> "; did you mean \"" + n + "\"?").orElse("");
    }

    private static String label(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() + " " + arg.paramLabel() : arg.paramLabel();
    }
}
