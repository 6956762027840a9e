package dev.holdfast.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one class of contract tests inside a test and tells which rules went red. Used by one thread. */
final class RedRules implements TestExecutionListener {

    final Set<String> rules = new TreeSet<>();
    final List<String> tests = new ArrayList<>();
    final Map<String, Throwable> reasons = new TreeMap<>();
    int green;

    private RedRules() {}

    static RedRules of(Class<?> testClass) {
        return run(LauncherDiscoveryRequestBuilder.request().selectors(selectClass(testClass)));
    }

    /** Some of its tests, each within a bound and on a thread of its own, so that one that hangs or leaves an interrupt ends. */
    static RedRules of(Class<?> testClass, Collection<Method> tests, Duration bound) {
        return run(LauncherDiscoveryRequestBuilder.request()
                .selectors(tests.stream()
                        .map(test -> selectMethod(testClass, test))
                        .toList())
                .configurationParameter(
                        "junit.jupiter.execution.timeout.testable.method.default", bound.toMillis() + " ms")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD"));
    }

    private static RedRules run(LauncherDiscoveryRequestBuilder request) {
        RedRules listener = new RedRules();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request.build(), listener);
        return listener;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (!test.isTest()) {
            return;
        }
        if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            green++;
            return;
        }
        Method method = methodOf(test);
        tests.add(method.getName());
        result.getThrowable().ifPresent(why -> reasons.put(method.getName(), why));
        rules.addAll(List.of(rulesOf(method)));
    }

    private static Method methodOf(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getJavaMethod())
                .orElseThrow();
    }

    private static String[] rulesOf(Method method) {
        Rule rule = method.getAnnotation(Rule.class);
        return rule == null ? new String[] {"no rule: " + method.getName()} : rule.value();
    }
}
