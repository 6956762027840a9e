@NullMarked
package dev.holdfast.testkit.servers;

import org.jspecify.annotations.NullMarked;
