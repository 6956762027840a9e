@NullMarked
package dev.holdfast.redis;

import org.jspecify.annotations.NullMarked;
