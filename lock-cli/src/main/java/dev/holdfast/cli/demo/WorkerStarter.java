package dev.holdfast.cli.demo;

import dev.holdfast.cli.Main;
import dev.holdfast.cli.exec.RunId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Starts workers: the same Java with the same class path as ours. */
record WorkerStarter(Settings settings, Folder folder, String store, RunId run) {

    WorkerProcess start(int number, BiConsumer<WorkerProcess, Message> hear) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(number));
        builder.environment().put(WorkerCommand.STORE_VARIABLE, store);
        builder.environment().put(RunId.VARIABLE, run.value());
        return WorkerProcess.start(number, builder, folder.file("worker-" + number + ".err"), hear);
    }

    private List<String> command(int number) {
        String java = ProcessHandle.current()
                .info()
                .command()
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String classPath = System.getProperty("java.class.path");
        List<String> command =
                new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        // A single jar is ours, and its manifest allows native access.
        boolean jar = classPath.endsWith(".jar") && classPath.indexOf(File.pathSeparatorChar) < 0;
        command.addAll(jar ? List.of("-jar", classPath) : List.of("-cp", classPath, Main.class.getName()));
        command.addAll(List.of("demo-worker", "--number", Integer.toString(number)));
        command.addAll(List.of("--shop", folder.file("shop.db").toString()));
        command.addAll(List.of("--lock", "holdfast-demo/" + run.own()));
        command.addAll(List.of("--lease-millis", Long.toString(settings.lease().toMillis())));
        if (settings.unsafe()) {
            command.add("--unsafe");
        }
        return command;
    }
}
