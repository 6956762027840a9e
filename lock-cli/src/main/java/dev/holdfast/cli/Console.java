package dev.holdfast.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and error. A reader that goes away ({@code | head}) is no error; a disk that is full is one. Thread-safe.
 */
public final class Console {

    private final ReentrantLock lock = new ReentrantLock();
    private final OutputStream out;
    private final PrintStream err;
    private final Charset charset;
    private boolean readerGone;
    private boolean failureTold;

    private @Nullable IOException failure;

    /** Over any two streams; for tests. */
    public Console(OutputStream out, PrintStream err, Charset charset) {
        this.out = out;
        this.err = err;
        this.charset = charset;
    }

    /** The process's own streams. */
    public static Console ofProcess() {
        String name = System.getProperty("sun.jnu.encoding", "UTF-8");
        Charset charset = Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        return new Console(out, System.err, charset);
    }

    /** One line of output. */
    public void println(String line) {
        print(line + System.lineSeparator());
    }

    /** Output as it is. */
    public void print(String text) {
        write(() -> out.write(text.getBytes(charset)));
    }

    /** Pushes out what was printed. */
    public void flush() {
        write(out::flush);
    }

    /** One line of ours on standard error: {@code holdfast: <message>}. */
    public void error(String message) {
        err.println("holdfast: " + Printable.line(message));
        err.flush();
    }

    /** Standard error for what is longer than a line. */
    public PrintStream err() {
        return err;
    }

    /** Flushes; fails, once, if output could not be written for another reason than a reader that went away. */
    public void finish() {
        flush();
        IOException told = failure;
        if (told != null && !failureTold) {
            failureTold = true;
            throw new CliException(
                    CliError.OUTPUT, "standard output cannot be written: reason=" + told.getMessage(), told);
        }
    }

    private void write(Write write) {
        lock.lock();
        try {
            if (!readerGone && failure == null) {
                write.run();
            }
        } catch (IOException e) {
            readerGone = isReaderGone(e);
            failure = readerGone ? null : e;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isReaderGone(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("Broken pipe") || message.contains("Bad file descriptor");
    }

    private interface Write {
        void run() throws IOException;
    }
}
