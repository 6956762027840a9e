package dev.holdfast.jcstress;

import java.util.SortedSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * jcstress with one JVM for each test. Its own main class starts two where the JVM still knows biased locking: one with it,
 * which no JVM since 15 does unless told, and one without. A start costs more than most of the tests run for.
 */
public final class Races extends JCStress {
    private static final int USAGE = 64;
    private static final String BIASED = "-XX:+UseBiasedLocking";

    private Races(Options options) {
        super(options);
    }

    /** Asked for when the configurations are known, and before the first is used. */
    @Override
    public SortedSet<String> getTests() {
        VMSupport.getAvailableVMConfigs().removeIf(config -> config.args().contains(BIASED));
        return super.getTests();
    }

    /**
     * Runs the tests.
     *
     * @param args as of jcstress
     * @throws Exception when jcstress cannot run
     */
    public static void main(String[] args) throws Exception {
        Options options = new Options(args);
        if (!options.parse()) {
            System.exit(USAGE);
        }
        new Races(options).run();
    }
}
