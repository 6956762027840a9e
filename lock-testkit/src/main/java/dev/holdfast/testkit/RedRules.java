package dev.holdfast.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one class of contract tests inside a test and tells which rules went red: so a store or client that is broken on purpose
 * shows whether the tests judge.
 *
 * <pre>{@code
 * class MutantCase extends LockStoreTck { // no test class of its own: its name keeps it out of the build
 *     protected StoreFixture open() {
 *         return new RedisFixture(store -> new ReleasesWithoutCheck(store));
 *     }
 * }
 *
 * assertThat(RedRules.of(MutantCase.class).rules()).containsExactly("L-2", "L-3");
 * }</pre>
 *
 * <p>A test that is skipped is neither red nor green. Blocks until the tests have ended. Immutable.
 */
public final class RedRules {

    private final Set<String> rules = new TreeSet<>();
    private final Map<String, Throwable> reasons = new TreeMap<>();
    private final List<String> tests = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private int green;

    private RedRules() {}

    /** Runs every test of the class. */
    public static RedRules of(Class<?> testClass) {
        return run(request(testClass));
    }

    /** Runs some tests of the class. */
    public static RedRules of(Class<?> testClass, Predicate<Method> which) {
        return run(request(testClass).filters(only(which)));
    }

    /**
     * Runs some tests of the class, each within a bound and on a thread of its own, so that one that hangs or leaves an interrupt
     * ends, as red.
     */
    public static RedRules of(Class<?> testClass, Predicate<Method> which, Duration bound) {
        return run(request(testClass)
                .filters(only(which))
                .configurationParameter(
                        "junit.jupiter.execution.timeout.testable.method.default", bound.toMillis() + " ms")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD"));
    }

    /** The ids of the rules whose tests went red, sorted; {@code no rule: <test>} where a red test names none. */
    public Set<String> rules() {
        return Collections.unmodifiableSet(rules);
    }

    /** The names of the methods that went red, in the order of their ends. */
    public List<String> tests() {
        return Collections.unmodifiableList(tests);
    }

    /** How many tests went green. */
    public int green() {
        return green;
    }

    /** The names of the methods that were skipped, by an assumption or a missing capability. */
    public List<String> skipped() {
        return Collections.unmodifiableList(skipped);
    }

    /** What each red method threw, by name. */
    public Map<String, Throwable> reasons() {
        return Collections.unmodifiableMap(reasons);
    }

    @Override
    public String toString() {
        return "RedRules[rules=" + rules + ", tests=" + tests + ", green=" + green + ", skipped=" + skipped + "]";
    }

    private static LauncherDiscoveryRequestBuilder request(Class<?> testClass) {
        return LauncherDiscoveryRequestBuilder.request().selectors(selectClass(testClass));
    }

    private static PostDiscoveryFilter only(Predicate<Method> which) {
        return test -> FilterResult.includedIf(isWanted(test, which));
    }

    private static boolean isWanted(TestDescriptor test, Predicate<Method> which) {
        return !(test.getSource().orElse(null) instanceof MethodSource source) || which.test(source.getJavaMethod());
    }

    private static RedRules run(LauncherDiscoveryRequestBuilder request) {
        RedRules red = new RedRules();
        LauncherFactory.create().execute(request.build(), red.new Listener());
        return red;
    }

    private final class Listener implements TestExecutionListener {

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skipped.add(nameOf(test));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            switch (result.getStatus()) {
                case SUCCESSFUL -> green += test.isTest() ? 1 : 0;
                case ABORTED -> skipped.add(nameOf(test));
                case FAILED -> failed(test, result);
            }
        }

        /** Not only of tests: what fails before the first of them must not look like green. */
        private void failed(TestIdentifier test, TestExecutionResult result) {
            tests.add(nameOf(test));
            result.getThrowable().ifPresent(why -> reasons.put(nameOf(test), why));
            rules.addAll(rulesOf(test));
        }
    }

    private static String nameOf(TestIdentifier test) {
        return test.getSource().orElse(null) instanceof MethodSource source
                ? source.getMethodName()
                : test.getDisplayName();
    }

    private static List<String> rulesOf(TestIdentifier test) {
        Rule rule = test.getSource().orElse(null) instanceof MethodSource source
                ? source.getJavaMethod().getAnnotation(Rule.class)
                : null;
        return rule == null ? List.of("no rule: " + nameOf(test)) : List.of(rule.value());
    }
}
