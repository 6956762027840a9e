package dev.holdfast.cli.demo;

import dev.holdfast.cli.Json;
import dev.holdfast.cli.Table;
import dev.holdfast.cli.demo.Shop.Books;
import dev.holdfast.lock.FencingToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the demo showed. Immutable.
 *
 * @param settings what was asked for
 * @param books the shop's books after closing time
 * @param findings what came of the freeze and of the kill
 */
record Report(Settings settings, Books books, Findings findings) {

    int sold() {
        return books.sales().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Sales beyond what the stock went down by: goods that were sold twice. */
    int oversold() {
        return sold() - (settings.stock() - books.left());
    }

    boolean tokensRise() {
        List<Long> tokens = books.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i) <= tokens.get(i - 1)) {
                return false;
            }
        }
        return !tokens.isEmpty();
    }

    /** What was not as it should be; empty when the demo succeeded. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (settings.unsafe()) {
            if (oversold() <= 0) {
                failures.add("nothing was oversold: oversold=" + oversold());
            }
            return failures;
        }
        if (oversold() != 0) {
            failures.add("oversold: count=" + oversold());
        }
        if (!tokensRise()) {
            failures.add("tokens do not strictly rise: grants=" + books.tokens().size());
        }
        if (!findings.late().rejected()) {
            failures.add("late write was accepted: worker=" + findings.frozen());
        }
        if (findings.takeOver().compareTo(settings.takeOverBound()) > 0) {
            failures.add(
                    "take-over took too long: time=" + findings.takeOver() + ", limit=" + settings.takeOverBound());
        }
        return failures;
    }

    List<String> lines() {
        Table table = new Table();
        String byWorker = books.sales().entrySet().stream()
                .map(e -> "worker " + e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining(", "));
        table.row("sales", sold() + " (" + byWorker + ")");
        table.row("stock", settings.stock() + " at first, " + books.left() + " left");
        table.row("oversold", Integer.toString(oversold()));
        if (!settings.unsafe()) {
            table.row("tokens", books.tokens().size() + (tokensRise() ? ", strictly rising" : ", NOT rising"));
        }
        table.row("late write", late());
        table.row(
                "take-over",
                String.format(
                        Locale.ROOT,
                        "%.2f s after kill -9 of worker %d, by worker %d (limit %.0f s: lease + 1 s)",
                        findings.takeOver().toMillis() / 1000.0,
                        findings.killed(),
                        findings.takenOverBy(),
                        settings.takeOverBound().toMillis() / 1000.0));
        table.row("result", verdict());
        return table.lines();
    }

    private String late() {
        String who = "worker " + findings.frozen();
        return findings.late()
                .highest()
                .map(h -> who + " rejected: token " + text(findings.late().token()) + " < " + text(h))
                .orElse(who + " wrote unhindered, and the next holder overwrote it");
    }

    private String verdict() {
        if (!failures().isEmpty()) {
            return "FAILED: " + String.join("; ", failures());
        }
        return settings.unsafe()
                ? "oversold, as a lock without token check and owner check must; run the demo without --unsafe to compare"
                : "all held: nothing oversold, tokens rise, late write rejected, take-over in time";
    }

    String json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("ok", failures().isEmpty());
        object.put("failures", failures());
        object.put("unsafe", settings.unsafe());
        object.put("seconds", settings.seconds());
        object.put("workers", settings.workers());
        object.put("stock", settings.stock());
        object.put("sold", sold());
        object.put("left", books.left());
        object.put("oversold", oversold());
        object.put("salesByWorker", books.sales());
        object.put("grants", books.tokens().size());
        object.put("tokensStrictlyRising", tokensRise());
        Map<String, Object> late = new LinkedHashMap<>();
        late.put("worker", findings.frozen());
        late.put("rejected", findings.late().rejected());
        if (findings.late().token() > 0) {
            late.put("token", text(findings.late().token()));
        }
        findings.late().highest().ifPresent(h -> late.put("highest", text(h)));
        object.put("lateWrite", late);
        Map<String, Object> takeOver = new LinkedHashMap<>();
        takeOver.put("killedWorker", findings.killed());
        takeOver.put("by", findings.takenOverBy());
        takeOver.put("time", findings.takeOver().toString());
        takeOver.put("limit", settings.takeOverBound().toString());
        object.put("takeOver", takeOver);
        return Json.text(object);
    }

    private static String text(long token) {
        return new FencingToken(token).toString();
    }
}
