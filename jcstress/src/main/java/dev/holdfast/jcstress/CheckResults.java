package dev.holdfast.jcstress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Judges a jcstress result file against the list of tests in the jar.
 *
 * <p>jcstress exits 0 when a filter matches nothing or when a test has more actors than the machine has processors,
 * so its exit status alone is no evidence. This check fails on a test without results, on a test with a forbidden
 * outcome or an error, and on too few samples in total.
 *
 * <p>Arguments: the result file, and the least number of samples in total. Exit status: 0 all is well, 1 something is
 * not, 64 wrong arguments.
 */
public final class CheckResults {
    private static final int FAILED = 1;
    private static final int USAGE = 64;

    private CheckResults() {}

    /**
     * Runs the check.
     *
     * @param args the result file and the floor of samples
     * @throws IOException when the file cannot be read
     * @throws ClassNotFoundException when the file is not one of this version of jcstress
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        if (args.length != 2 || !args[1].matches("\\d{1,18}")) {
            System.err.println("usage: CheckResults <result file> <floor of samples>");
            System.exit(USAGE);
        }
        Path file = Path.of(args[0]);
        if (!Files.isRegularFile(file)) {
            System.out.println("jcstress: no result file: path=\"" + file + "\"");
            System.exit(FAILED);
        }
        Summary summary = judge(TestList.tests(), read(file), Long.parseLong(args[1]));
        summary.complaints().forEach(complaint -> System.out.println("jcstress: " + complaint));
        System.out.printf(
                "jcstress: %d passed, %d failed, %d samples%n", summary.passed(), summary.failed(), summary.samples());
        System.exit(summary.complaints().isEmpty() ? 0 : FAILED);
    }

    /**
     * What a result file says.
     *
     * @param passed tests with results and nothing against them
     * @param failed tests without results, with a forbidden outcome or with an error
     * @param samples observed outcomes over all tests
     * @param complaints one line for each reason to fail; empty when all is well
     */
    record Summary(int passed, int failed, long samples, List<String> complaints) {
        Summary {
            complaints = List.copyOf(complaints);
        }
    }

    static Summary judge(Collection<String> tests, Collection<TestResult> results, long floor) {
        Map<String, List<TestResult>> byName = new TreeMap<>();
        for (TestResult result : results) {
            byName.computeIfAbsent(result.getName(), name -> new ArrayList<>()).add(result);
        }
        List<String> complaints = new ArrayList<>();
        int passed = 0;
        int failed = 0;
        long samples = 0;
        for (String test : new TreeSet<>(tests)) {
            List<TestResult> runs = byName.getOrDefault(test, List.of());
            long seen = runs.stream().mapToLong(TestResult::getTotalCount).sum();
            List<String> faults = faults(runs, seen);
            samples += seen;
            if (faults.isEmpty()) {
                passed++;
            } else {
                failed++;
                faults.forEach(fault -> complaints.add(test + ": " + fault));
            }
        }
        if (tests.isEmpty()) {
            complaints.add("the jar lists no test");
        }
        if (samples < floor) {
            complaints.add("too few samples: seen=" + samples + ", floor=" + floor);
        }
        return new Summary(passed, failed, samples, complaints);
    }

    private static List<String> faults(List<TestResult> runs, long seen) {
        if (seen == 0 && runs.stream().allMatch(run -> run.status() == Status.NORMAL)) {
            return List.of("no result; more actors than processors, or filtered out?");
        }
        TreeSet<String> faults = new TreeSet<>();
        for (TestResult run : runs) {
            if (run.status() != Status.NORMAL) {
                faults.add("broken run: status=" + run.status());
                continue;
            }
            TestGrading grading = run.grading();
            if (!grading.isPassed) {
                faults.addAll(
                        grading.failureMessages.isEmpty()
                                ? List.of("forbidden outcome: seen=" + run.getStateKeys())
                                : grading.failureMessages);
            }
        }
        return List.copyOf(faults);
    }

    private static Collection<TestResult> read(Path file) throws IOException, ClassNotFoundException {
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
        reader.dump();
        reader.close();
        return results.getTestResults();
    }
}
