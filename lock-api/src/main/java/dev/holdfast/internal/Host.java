package dev.holdfast.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This process, for people. Immutable. */
record Host(String name, long pid) {

    static final Host LOCAL = new Host(find(), ProcessHandle.current().pid());

    /** The kernel's own answer first: a look-up by name may block for seconds where DNS is broken. */
    private static String find() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException nameless) {
                return "unknown";
            }
        }
    }
}
