package dev.holdfast.cli.demo;

import dev.holdfast.cli.demo.Message.Kind;
import dev.holdfast.cli.exec.Shell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A worker as the demo sees it: a process that it can order about, freeze and kill. */
final class WorkerProcess {

    private final int number;
    private final Process process;
    private final Path errors;
    private volatile boolean breakWanted;
    private volatile boolean frozen;
    private volatile boolean killed;

    private WorkerProcess(int number, Process process, Path errors) {
        this.number = number;
        this.process = process;
        this.errors = errors;
    }

    /** Starts it; {@code hear} gets its messages on a thread of its own, the last one is {@link Kind#GONE}. */
    static WorkerProcess start(int number, ProcessBuilder builder, Path errors, BiConsumer<WorkerProcess, Message> hear)
            throws IOException {
        Process process = builder.redirectError(errors.toFile()).start();
        WorkerProcess worker = new WorkerProcess(number, process, errors);
        Thread reader = new Thread(() -> worker.read(hear), "demo-worker-" + number);
        reader.setDaemon(true);
        reader.start();
        return worker;
    }

    int number() {
        return number;
    }

    boolean wasKilled() {
        return killed;
    }

    /** It is to stand between its next read and its write. */
    void wantBreak() {
        breakWanted = true;
        order("break");
    }

    /** It is not to stand there. An order that comes too late is made good by {@link #go} when it tells that it stands. */
    void wantNoBreak() {
        breakWanted = false;
        order("pass");
    }

    boolean isBreakWanted() {
        return breakWanted;
    }

    /** It is to write. */
    void go() {
        order("go");
    }

    /** It is to end after its sale. */
    void stop() {
        order("stop");
    }

    /** One that has ended hears nothing. */
    private void order(String order) {
        try {
            OutputStream pipe = process.getOutputStream();
            pipe.write((order + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException ended) {
            // Its end is told by GONE.
        }
    }

    /** SIGSTOP. */
    boolean freeze() {
        frozen = true;
        return Shell.signal("STOP", List.of(process.pid()));
    }

    /** SIGCONT. */
    void thaw() {
        frozen = false;
        Shell.signal("CONT", List.of(process.pid()));
    }

    /** SIGKILL. */
    void kill() {
        killed = true;
        process.destroyForcibly();
    }

    /** Waits a little for its own end, then kills it. */
    void end() throws InterruptedException {
        if (frozen) {
            thaw();
        }
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            kill();
            process.waitFor(5, TimeUnit.SECONDS);
        }
    }

    /** After {@link #kill}; keeps an interrupt for later. */
    void awaitDeath() {
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it wrote on standard error last. */
    String lastError() {
        try {
            List<String> lines = Files.readAllLines(errors, Charset.defaultCharset());
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (IOException | UncheckedIOException unreadable) {
            return "";
        }
    }

    private void read(BiConsumer<WorkerProcess, Message> hear) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Message.parse(line).ifPresent(message -> hear.accept(this, message));
            }
        } catch (IOException gone) {
            // As the end.
        }
        hear.accept(this, new Message(Kind.GONE, 0, 0, ""));
    }
}
