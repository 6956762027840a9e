package dev.holdfast.jcstress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Judges jcstress result files against the list of tests in the jar.
 *
 * <p>jcstress exits 0 when a filter matches nothing or when a test has more actors than the machine has processors,
 * so its exit status alone is no evidence. This check fails on a test without results or with next to none, on a test
 * with a forbidden outcome or an error, and on too few samples in total. The broken twins are judged the other way
 * round: each has to show an outcome that the test of the real class forbids, or that test could not see the bug.
 *
 * <p>Arguments: the least number of samples of all tests but the twins, then the result files. Exit status: 0 all is well,
 * 1 something is not, 64 wrong arguments. By hand, after {@code mvn -pl jcstress -am -DskipTests package}:
 *
 * <pre>{@code
 * java -jar jcstress/target/jcstress.jar -f 1 -fsm 1 -iters 1 -time 500 -sc false -t 'holdfast.internal' -r target
 * java -cp jcstress/target/jcstress.jar dev.holdfast.jcstress.CheckResults 1000000 jcstress-results-*.bin.gz
 * }</pre>
 *
 * <p>{@code ./verify} runs it in three parts, see there: the tests of single values, which are cheap, for long; those of the
 * whole engine; the twins.
 */
public final class CheckResults {
    private static final int FAILED = 1;
    private static final int USAGE = 64;
    private static final int LEAST = 10;
    private static final String TWINS = "dev.holdfast.jcstress.broken.";

    private CheckResults() {}

    /**
     * Runs the check.
     *
     * @param args the floor of samples and the result files
     * @throws IOException when a file cannot be read
     * @throws ClassNotFoundException when a file is not one of this version of jcstress
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        if (args.length < 2 || !args[0].matches("\\d{1,18}")) {
            System.err.println("usage: CheckResults <floor of samples> <result file>...");
            System.exit(USAGE);
        }
        List<TestResult> results = new ArrayList<>();
        for (String file : List.of(args).subList(1, args.length)) {
            if (!Files.isRegularFile(Path.of(file))) {
                System.out.println("jcstress: no result file: path=\"" + file + "\"");
                System.exit(FAILED);
            }
            results.addAll(read(file));
        }
        Summary summary = judge(TestList.tests(), results, Long.parseLong(args[0]));
        summary.complaints().forEach(complaint -> System.out.println("jcstress: " + complaint));
        System.out.printf(
                "jcstress: %d passed, %d failed, %d samples, %d of %d broken twins caught%n",
                summary.passed(), summary.failed(), summary.samples(), summary.caught(), summary.twins());
        System.exit(summary.complaints().isEmpty() ? 0 : FAILED);
    }

    /**
     * What the result files say.
     *
     * @param passed tests with results and nothing against them
     * @param failed tests without results, with a forbidden outcome or with an error
     * @param samples observed outcomes over all tests but the twins
     * @param twins broken twins
     * @param caught those of them that showed a forbidden outcome
     * @param complaints one line for each reason to fail; empty when all is well
     */
    record Summary(int passed, int failed, long samples, int twins, int caught, List<String> complaints) {
        Summary {
            complaints = List.copyOf(complaints);
        }
    }

    static Summary judge(Collection<String> tests, Collection<TestResult> results, long floor) {
        Map<String, List<TestResult>> byName = results.stream().collect(Collectors.groupingBy(TestResult::getName));
        List<String> complaints = new ArrayList<>();
        int[] passed = new int[2];
        int[] all = new int[2];
        long samples = 0;
        for (String test : new TreeSet<>(tests)) {
            List<TestResult> runs = byName.getOrDefault(test, List.of());
            int kind = test.startsWith(TWINS) ? 1 : 0;
            samples += kind == 0 ? seen(runs) : 0;
            Collection<String> faults = kind == 0 ? faults(runs) : faultsOfTwin(runs);
            all[kind]++;
            passed[kind] += faults.isEmpty() ? 1 : 0;
            faults.forEach(fault -> complaints.add(test + ": " + fault));
        }
        if (all[0] == 0) {
            complaints.add("the jar lists no test");
        }
        if (samples < floor) {
            complaints.add("too few samples: seen=" + samples + ", floor=" + floor);
        }
        return new Summary(passed[0], all[0] - passed[0], samples, all[1], passed[1], complaints);
    }

    private static long seen(List<TestResult> runs) {
        return runs.stream().mapToLong(TestResult::getTotalCount).sum();
    }

    /** What keeps the runs from being evidence of anything. */
    private static Collection<String> unfit(List<TestResult> runs) {
        TreeSet<String> faults = new TreeSet<>();
        for (TestResult run : runs) {
            if (run.status() != Status.NORMAL) {
                faults.add("broken run: status=" + run.status());
            }
        }
        long seen = seen(runs);
        if (faults.isEmpty() && seen == 0) {
            faults.add("no result; more actors than processors, or filtered out?");
        } else if (faults.isEmpty() && seen < LEAST) {
            faults.add("next to no result: seen=" + seen + ", floor=" + LEAST);
        }
        return faults;
    }

    private static Collection<String> faults(List<TestResult> runs) {
        TreeSet<String> faults = new TreeSet<>(unfit(runs));
        for (TestResult run : runs) {
            if (run.status() == Status.NORMAL && !run.grading().isPassed) {
                List<String> why = run.grading().failureMessages;
                faults.addAll(why.isEmpty() ? List.of("forbidden outcome: seen=" + run.getStateKeys()) : why);
            }
        }
        return faults;
    }

    private static Collection<String> faultsOfTwin(List<TestResult> runs) {
        Collection<String> faults = unfit(runs);
        boolean caught = runs.stream().anyMatch(run -> run.status() == Status.NORMAL && !run.grading().isPassed);
        if (faults.isEmpty() && !caught) {
            return List.of("the broken twin was not caught: samples=" + seen(runs));
        }
        return faults;
    }

    private static Collection<TestResult> read(String file) throws IOException, ClassNotFoundException {
        InProcessCollector results = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file, results);
        reader.dump();
        reader.close();
        return results.getTestResults();
    }
}
