package dev.holdfast.cli;

import dev.holdfast.lock.Holder;
import dev.holdfast.spi.HeldLock;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON forms. Durations and moments are ISO text, fencing tokens 19 digits: they exceed what doubles hold. */
public final class Json {

    /** ASCII only, so that no locale can spoil it. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private Json() {}

    /** One line. */
    public static String text(Map<String, ?> object) {
        return MAPPER.writeValueAsString(object);
    }

    /** A held lock. */
    static Map<String, Object> of(HeldLock lock) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", lock.name());
        object.put("held", true);
        object.put("token", lock.token().toString());
        object.put("owner", lock.owner());
        object.put("holder", of(lock.holder()));
        object.put("contenders", lock.contenders());
        return object;
    }

    private static Map<String, Object> of(Holder holder) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("host", holder.host());
        object.put("pid", holder.pid());
        object.put("application", holder.application());
        object.put("note", holder.note());
        object.put("since", holder.since().toString());
        object.put("remaining", holder.remaining().toString());
        return object;
    }
}
