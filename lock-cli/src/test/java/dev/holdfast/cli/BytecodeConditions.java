package dev.holdfast.cli;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLConnection;
import java.util.function.BiConsumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What ArchUnit does not keep of a class file: instructions and line numbers. */
final class BytecodeConditions {
    private BytecodeConditions() {}

    /** No method holds a synchronized block. */
    static ArchCondition<JavaClass> notEnterMonitors() {
        return condition(
                "not enter a monitor",
                (type, complain) -> read(type, new MethodReader() {
                    @Override
                    MethodVisitor method(String name, boolean written) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitInsn(int opcode) {
                                if (opcode == Opcodes.MONITORENTER) {
                                    complain.accept(name, "has a synchronized block");
                                }
                            }
                        };
                    }
                }));
    }

    /** No written method spans more lines, from its first statement to its last. */
    static ArchCondition<JavaClass> haveMethodsOfAtMost(int limit) {
        return condition(
                "have methods of at most " + limit + " lines",
                (type, complain) -> read(type, new MethodReader() {
                    @Override
                    MethodVisitor method(String name, boolean written) {
                        return new LineSpan(
                                lines -> complain.accept(name, "has too many lines: lines=" + lines),
                                written ? limit : Integer.MAX_VALUE);
                    }
                }));
    }

    private static ArchCondition<JavaClass> condition(
            String text, BiConsumer<JavaClass, BiConsumer<String, String>> check) {
        return new ArchCondition<>(text) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.accept(
                        type,
                        (method, fault) -> events.add(
                                SimpleConditionEvent.violated(type, type.getName() + "." + method + " " + fault)));
            }
        };
    }

    private static void read(JavaClass type, ClassVisitor visitor) {
        var source = type.getSource();
        if (source.isEmpty()) {
            throw new IllegalStateException("no class file: type=" + type.getName());
        }
        try {
            URLConnection connection = source.get().getUri().toURL().openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                new ClassReader(in).accept(visitor, ClassReader.SKIP_FRAMES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private abstract static class MethodReader extends ClassVisitor {
        MethodReader() {
            super(Opcodes.ASM9);
        }

        /** Written: neither made by the compiler nor a place where field initializers gather. */
        abstract MethodVisitor method(String name, boolean written);

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String sign, String[] thrown) {
            return method(name, (access & Opcodes.ACC_SYNTHETIC) == 0 && !name.startsWith("<"));
        }
    }

    private static final class LineSpan extends MethodVisitor {
        private final java.util.function.IntConsumer tooLong;
        private final int limit;
        private int first = Integer.MAX_VALUE;
        private int last = Integer.MIN_VALUE;

        LineSpan(java.util.function.IntConsumer tooLong, int limit) {
            super(Opcodes.ASM9);
            this.tooLong = tooLong;
            this.limit = limit;
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            first = Math.min(first, line);
            last = Math.max(last, line);
        }

        @Override
        public void visitEnd() {
            if (first <= last && last - first + 1 > limit) {
                tooLong.accept(last - first + 1);
            }
        }
    }
}
