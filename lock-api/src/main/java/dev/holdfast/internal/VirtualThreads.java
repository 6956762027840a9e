package dev.holdfast.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Virtual threads by reflection, since our byte code is for Java 17. */
final class VirtualThreads {

    private static final int FIRST_JVM = 21;
    private static final Optional<Reflected> JVM = Reflected.find();

    private VirtualThreads() {}

    /** An executor with a virtual thread per task, named prefix + number; empty before Java 21. */
    static Optional<ExecutorService> executor(String prefix) {
        return JVM.map(jvm -> jvm.executor(prefix));
    }

    private record Reflected(Method ofVirtual, Method name, Method factory, Method perTask) {

        static Optional<Reflected> find() {
            if (Runtime.version().feature() < FIRST_JVM) {
                return Optional.empty(); // 19 and 20 have the methods, but only as a preview
            }
            try {
                Method ofVirtual = Thread.class.getMethod("ofVirtual");
                Class<?> builder = Class.forName("java.lang.Thread$Builder");
                return Optional.of(new Reflected(
                        ofVirtual,
                        builder.getMethod("name", String.class, long.class),
                        builder.getMethod("factory"),
                        Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class)));
            } catch (ReflectiveOperationException olderJvm) {
                return Optional.empty();
            }
        }

        ExecutorService executor(String prefix) {
            try {
                Object named = name.invoke(ofVirtual.invoke(null), prefix, 1L);
                return (ExecutorService) perTask.invoke(null, factory.invoke(named));
            } catch (IllegalAccessException | InvocationTargetException cannotBe) {
                throw new IllegalStateException(cannotBe);
            }
        }
    }
}
