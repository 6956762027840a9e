package dev.holdfast.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code holdfast version}; also what {@code --version} prints. */
@Command(name = "version", description = "Show the version.")
final class VersionCommand extends CommandSupport {

    @Option(names = "--json", description = "Write one JSON object.")
    boolean json;

    VersionCommand(Context context) {
        super(context);
    }

    @Override
    protected int run() {
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("version", version());
            object.put("java", java());
            context().console().println(Json.text(object));
        } else {
            context().console().println(line());
        }
        return ExitCodes.OK;
    }

    static String line() {
        return "holdfast " + version() + " (Java " + java() + ")";
    }

    private static String version() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    private static String java() {
        return Runtime.version().toString();
    }

    /** For {@code --version}. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {line()};
        }
    }
}
