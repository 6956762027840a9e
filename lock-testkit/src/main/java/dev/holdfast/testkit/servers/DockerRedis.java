package dev.holdfast.testkit.servers;

import java.util.ArrayList;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Redis in a container. The one class that touches Testcontainers, which need not be there. */
final class DockerRedis {

    private static final DockerImageName IMAGE = DockerImageName.parse("redis:7.4-alpine");
    private static final int PORT = 6379;

    private DockerRedis() {}

    static boolean isAvailable() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    /** A container that has started; whoever gets it closes it. */
    @SuppressWarnings("resource")
    static Container start(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("redis-server", "--save", "", "--protected-mode", "no"));
        command.addAll(arguments);
        GenericContainer<?> container =
                new GenericContainer<>(IMAGE).withExposedPorts(PORT).withCommand(command.toArray(new String[0]));
        container.start();
        return new Container(container.getHost(), container.getMappedPort(PORT), container::stop);
    }

    /** Where it answers and how it is ended. */
    record Container(String host, int port, Runnable end) {}
}
