package dev.holdfast.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The ids of the rules that a test judges, for example {@code L-3}: when it fails, these are broken. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Rule {

    /** Rule ids as in docs/SPEC.md. */
    String[] value();
}
