package dev.holdfast.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be; the last one is not padded. Not thread-safe. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; every row has the same number of cells. */
    public void row(String... cells) {
        List<String> safe = new ArrayList<>();
        for (String cell : cells) {
            safe.add(Printable.line(cell));
        }
        rows.add(safe);
    }

    /** The rows as lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size() - 1; i++) {
                line.append(row.get(i)).append(" ".repeat(width(i) - length(row.get(i)) + 2));
            }
            lines.add(line.append(row.get(row.size() - 1)).toString());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream().mapToInt(r -> length(r.get(column))).max().orElse(0);
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
