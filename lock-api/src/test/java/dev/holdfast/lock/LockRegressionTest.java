package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastConfig;
import dev.holdfast.fence.FenceGate;
import dev.holdfast.spi.Capability;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Faults that were found once and must not come back. */
@SuppressWarnings({"NullAway", "unchecked", "BanSerializableRead"})
class LockRegressionTest {
    private static <T> T roundTrip(T e) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(e);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void serialForm_fenceRejected_roundTrips() throws Exception {
        FenceRejectedException copy =
                roundTrip(new FenceRejectedException("r", new FencingToken(1), new FencingToken(2)));
        assertThat(copy.highest()).isEqualTo(new FencingToken(2));
    }

    @Test
    void serialForm_lockRefused_accessorsDoNotBlowUp() throws Exception {
        LockRefusedException copy =
                roundTrip(new LockRefusedException(new Refused("a", RefusalReason.HELD, null, Duration.ZERO)));
        assertThat(copy.name()).isEqualTo("a");
        assertThat(copy.waited()).isZero();
        assertThat(copy.refused()).isNotNull();
    }

    @Test
    void serialForm_leaseLost_keepsTheLoss() throws Exception {
        LeaseLostException copy = roundTrip(
                new LeaseLostException("a", new LeaseLoss(LossCause.EXPIRED, Instant.EPOCH, Instant.EPOCH, "")));
        assertThat(copy.loss()).isNotNull();
    }

    @Test
    void require_sameTwiceInOneCall_isAllowed() {
        assertThat(HoldfastConfig.DEFAULTS
                        .require(Capability.CLAIMS, Capability.CLAIMS)
                        .required())
                .containsExactly(Capability.CLAIMS);
    }

    @Test
    void fence_nullWrite_changesNothing() {
        FenceGate gate = FenceGate.inMemory();
        assertThatThrownBy(() -> gate.write("r", new FencingToken(9), null)).isInstanceOf(NullPointerException.class);
        gate.enter("r", new FencingToken(1));
    }
}
