package dev.holdfast.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of the architecture, for the packages below one root.
 *
 * <p>The root is a parameter so that the same rules judge the real code and the fixtures that break them.
 *
 * @param root the package that holds {@code lock}, {@code spi}, {@code internal}, the stores and {@code cli}
 */
record ArchRules(String root) {
    private static final int LINES_PER_METHOD = 40;
    private static final List<String> API = List.of("", ".lock..", ".claim..", ".fence..", ".spi..", ".internal..");
    private static final List<String> STORES =
            List.of(".memory..", ".jdbc..", ".redis..", ".redlock..", ".zookeeper..", ".etcd..");
    private static final String[] DRIVERS = {
        "java.sql..",
        "javax.sql..",
        "org.sqlite..",
        "org.postgresql..",
        "org.mariadb..",
        "redis.clients..",
        "org.redisson..",
        "io.etcd..",
        "io.grpc..",
        "io.netty..",
        "org.apache.curator..",
        "org.apache.zookeeper.."
    };
    private static final Map<Class<?>, Set<String>> CLOCKS = Map.of(
            System.class, Set.of("currentTimeMillis", "nanoTime"),
            Instant.class, Set.of("now"),
            Date.class, Set.of("<init>"),
            Clock.class, Set.of("system", "systemUTC", "systemDefaultZone"));

    /** Every rule by the name under which a fixture breaks it. */
    Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("store-internal", storesDoNotReachIntoTheEngine());
        for (String store : STORES) {
            rules.put("store-store" + store.replace("..", ""), storeKnowsNoOther(store));
        }
        rules.put("api-store", apiKnowsNoStore());
        rules.put("api-driver", apiKnowsNoDriver());
        rules.put("console", onlyTheCommandWritesToTheConsole());
        rules.put("wall-clock", nobodyReadsTheWallClockInMillis());
        rules.put("clock", lockCodeAsksTheTicker());
        rules.put("synchronized-method", noSynchronizedMethod());
        rules.put("synchronized-block", noSynchronizedBlock());
        rules.put("method-length", noLongMethod());
        return rules;
    }

    private ArchRule storesDoNotReachIntoTheEngine() {
        return noClasses()
                .that()
                .resideInAnyPackage(below(STORES))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".internal..", root + ".cli..")
                .because("a store is written against the SPI alone")
                .allowEmptyShould(true);
    }

    private ArchRule storeKnowsNoOther(String store) {
        String[] others = STORES.stream()
                .filter(other -> !other.equals(store))
                // The majority lock is made of single Redis nodes.
                .filter(other -> !(store.equals(".redlock..") && other.equals(".redis..")))
                .map(other -> root + other)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(root + store)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .because("stores are chosen one by one")
                .allowEmptyShould(true);
    }

    private ArchRule apiKnowsNoStore() {
        return noClasses()
                .that()
                .resideInAnyPackage(below(API))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(concat(below(STORES), root + ".cli..", root + ".testkit.."))
                .because("stores are found by ServiceLoader");
    }

    private ArchRule apiKnowsNoDriver() {
        return noClasses()
                .that()
                .resideInAnyPackage(below(API))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DRIVERS)
                .because("lock-api depends on slf4j-api alone");
    }

    private ArchRule onlyTheCommandWritesToTheConsole() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + ".cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("a library speaks through results and the log");
    }

    private ArchRule nobodyReadsTheWallClockInMillis() {
        return noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .because("durations come from a monotonic clock");
    }

    private ArchRule lockCodeAsksTheTicker() {
        DescribedPredicate<JavaClass> lockCode = DescribedPredicate.describe(
                "are lock code, the ticker excepted",
                type -> (resides(type, API) || resides(type, STORES)) && !isTicker(type));
        return noClasses()
                .that(lockCode)
                .should()
                .callCodeUnitWhere(DescribedPredicate.describe("it reads a system clock", ArchRules::readsClock))
                .because("tests run in virtual time");
    }

    private ArchRule noSynchronizedMethod() {
        return methods()
                .should()
                .notHaveModifier(JavaModifier.SYNCHRONIZED)
                .because("a monitor pins virtual threads and cannot be given up");
    }

    private static ArchRule noSynchronizedBlock() {
        return ArchRuleDefinition.classes()
                .should(BytecodeConditions.notEnterMonitors())
                .because("a monitor pins virtual threads and cannot be given up");
    }

    private static ArchRule noLongMethod() {
        return ArchRuleDefinition.classes().should(BytecodeConditions.haveMethodsOfAtMost(LINES_PER_METHOD));
    }

    private String[] below(List<String> packages) {
        return packages.stream().map(suffix -> root + suffix).toArray(String[]::new);
    }

    private boolean resides(JavaClass type, List<String> packages) {
        return packages.stream()
                .anyMatch(suffix ->
                        JavaClass.Predicates.resideInAPackage(root + suffix).test(type));
    }

    private boolean isTicker(JavaClass type) {
        String ticker = root + ".spi.Ticker";
        return type.getName().equals(ticker) || type.getName().startsWith(ticker + "$");
    }

    private static boolean readsClock(JavaCall<?> call) {
        CodeUnitCallTarget target = call.getTarget();
        return CLOCKS.entrySet().stream()
                .filter(clock -> target.getOwner().isEquivalentTo(clock.getKey()))
                .filter(clock -> clock.getValue().contains(target.getName()))
                // A moment that is given, not read.
                .anyMatch(clock -> clock.getKey() != Date.class
                        || target.getRawParameterTypes().isEmpty());
    }

    private static String[] concat(String[] first, String... more) {
        String[] all = new String[first.length + more.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}
