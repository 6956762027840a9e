package dev.holdfast.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
    int green;

    private RedRules() {}

    static RedRules of(Class<?> testClass) {
        RedRules listener = new RedRules();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(testClass))
                        .build(),
                listener);
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
        tests.add(test.getDisplayName());
        rules.addAll(List.of(rulesOf(test)));
    }

    private static String[] rulesOf(TestIdentifier test) {
        Method method = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getJavaMethod())
                .orElseThrow();
        Rule rule = method.getAnnotation(Rule.class);
        return rule == null ? new String[] {"no rule: " + method.getName()} : rule.value();
    }
}
