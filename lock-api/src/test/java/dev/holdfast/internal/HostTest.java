package dev.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HostTest {

    @Test
    void local_isThisProcess() {
        assertThat(Host.LOCAL.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(Host.LOCAL.name()).isNotBlank().doesNotContainAnyWhitespaces();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void local_onLinux_isTheKernelsName() throws IOException {
        assertThat(Files.readString(Path.of("/proc/sys/kernel/hostname"))).isEqualTo(Host.LOCAL.name() + "\n");
    }
}
