package dev.holdfast.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sends the scripts with a mistake in place of those without; all else passes. */
record MutatedNode(RedisNode target, ScriptDriver.ScriptTexts texts) implements RedisNode {

    @Override
    public @Nullable Object command(Duration within, List<byte[]> words) throws RedisFailure {
        return target.command(within, words);
    }

    @Override
    public Object script(Script script, List<byte[]> keys, List<byte[]> arguments, Duration within)
            throws RedisFailure {
        String text = texts.of(script);
        if (text.equals(ScriptMutant.text(script))) {
            return target.script(script, keys, arguments, within);
        }
        List<byte[]> words = new ArrayList<>();
        words.add(Keys.utf8("EVAL"));
        words.add(Keys.utf8(text));
        words.add(Keys.utf8(Integer.toString(keys.size())));
        words.addAll(keys);
        words.addAll(arguments);
        return Objects.requireNonNull(target.command(within, words));
    }

    @Override
    public void close() {
        target.close();
    }
}
