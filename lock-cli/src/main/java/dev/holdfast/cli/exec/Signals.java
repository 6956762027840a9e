package dev.holdfast.cli.exec;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Catching signals. The JDK exports {@code sun.misc.Signal} to everybody but lets the compiler warn of it, so it is called by
 * reflection; where it is missing, signals end us as they end any program.
 */
public final class Signals {

    private Signals() {}

    /** A signal that we catch, and its number, which is the same on every Unix. */
    public enum Signal {
        /** The terminal went away. */
        HUP(1),
        /** Ctrl-C. */
        INT(2),
        /** Please end. */
        TERM(15);

        private final int number;

        Signal(int number) {
            this.number = number;
        }

        /** Its number. */
        public int number() {
            return number;
        }
    }

    /** From now on {@code handler} hears all of them, on a thread of the JVM. What we were told to ignore stays ignored. */
    public static void handle(Consumer<Signal> handler) {
        for (Signal signal : Signal.values()) {
            handle(signal, handler);
        }
    }

    /** From now on {@code handler} hears this one. */
    public static void handle(Signal signal, Consumer<Signal> handler) {
        try {
            install(signal, handler);
        } catch (ReflectiveOperationException | IllegalArgumentException notHere) {
            // Then the JVM's own handling stays: it ends us.
        }
    }

    private static void install(Signal signal, Consumer<Signal> handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object proxy = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (self, method, arguments) -> {
                    return switch (method.getName().toLowerCase(Locale.ROOT)) {
                        case "handle" -> {
                            handler.accept(signal);
                            yield null;
                        }
                        case "hashcode" -> System.identityHashCode(self);
                        case "equals" -> arguments != null && self == arguments[0];
                        default -> "holdfast";
                    };
                });
        Object instance = type.getConstructor(String.class).newInstance(signal.name());
        Object ignored = handlerType.getField("SIG_IGN").get(null);
        try {
            Object before = type.getMethod("handle", type, handlerType).invoke(null, instance, proxy);
            if (ignored.equals(before)) {
                type.getMethod("handle", type, handlerType).invoke(null, instance, ignored);
            }
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(e.getCause());
        }
    }
}
