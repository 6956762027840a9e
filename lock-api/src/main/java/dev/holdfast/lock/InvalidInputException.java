package dev.holdfast.lock;

import java.io.Serial;

/** An argument is outside its range. Thrown before any traffic; nothing took effect. */
public final class InvalidInputException extends HoldfastException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final String value;

    /** The text becomes {@code <problem>: <parameter>=<value>}. */
    public InvalidInputException(String problem, String parameter, String value) {
        this(problem, parameter, value, "");
    }

    /** The text becomes {@code <problem>: <parameter>=<value>, <remedy>}; the remedy may be empty. */
    public InvalidInputException(String problem, String parameter, String value, String remedy) {
        super(
                ErrorCode.INVALID_INPUT,
                problem + ": " + parameter + "=" + value + (remedy.isEmpty() ? "" : ", " + remedy),
                null);
        this.parameter = parameter;
        this.value = value;
    }

    /** Which argument. */
    public String parameter() {
        return parameter;
    }

    /** What was given, as text. */
    public String value() {
        return value;
    }
}
