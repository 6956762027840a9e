package dev.holdfast.cli.exec;

import dev.holdfast.cli.exec.ProcessTable.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program and all that it started. Not thread-safe.
 *
 * <p>A descendant is found by its parents, and on Linux also by a marker in its environment, which it keeps when its parent
 * ends and another takes over. What is missed: a process that was started with an empty environment, whose parent ended
 * between two looks, and a process of another user, whose environment we may not read.
 */
final class ProcessTree {

    private final long rootPid;
    private final String marker;
    private final Set<ProcessTable.Id> members = new HashSet<>();

    /**
     * Over a started program.
     *
     * @param marker a text that nothing but this program and what it started has in its environment
     */
    ProcessTree(long rootPid, String marker) {
        this.rootPid = rootPid;
        this.marker = marker;
        Row root = ProcessTable.read().get(rootPid);
        if (root != null) {
            members.add(root.id());
        }
    }

    /** Remembers descendants before their parents end. */
    void look() {
        update(ProcessTable.read(), false);
    }

    /** The members that run, the program itself first where it does. */
    List<Long> running() {
        if (!members.isEmpty() && members.stream().anyMatch(ProcessTable::isRunning)) {
            members.removeIf(id -> !ProcessTable.isRunning(id));
        } else {
            everyone();
        }
        return pids();
    }

    /** As {@link #running()}, after a look at every process of the machine. */
    List<Long> everyone() {
        update(ProcessTable.read(), true);
        return pids();
    }

    private List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        members.stream()
                .map(ProcessTable.Id::pid)
                .sorted((a, b) -> Boolean.compare(b == rootPid, a == rootPid))
                .forEach(pids::add);
        return pids;
    }

    private void update(Map<Long, Row> table, boolean byMarker) {
        members.removeIf(id -> {
            Row row = table.get(id.pid());
            return row == null || !row.id().equals(id);
        });
        Deque<Row> toVisit = new ArrayDeque<>();
        for (Row row : table.values()) {
            if (members.contains(row.id())
                    || (byMarker && ProcessTable.environmentHolds(row.id().pid(), marker))) {
                toVisit.add(row);
            }
        }
        while (!toVisit.isEmpty()) {
            Row row = toVisit.remove();
            members.add(row.id());
            table.values().stream()
                    .filter(child -> child.parent() == row.id().pid() && !members.contains(child.id()))
                    .forEach(toVisit::add);
        }
    }
}
