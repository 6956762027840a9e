package dev.holdfast.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.cli.exec.Signals.Signal;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalRelayTest {

    private final Events events = new Events();
    private final SignalRelay relay = new SignalRelay(Thread.currentThread(), events);

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void accept_whileWaiting_interruptsAndRemembersTheFirst() {
        relay.accept(Signal.TERM);
        relay.accept(Signal.INT);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(relay.exitCode()).contains(143);
    }

    @Test
    void running_afterASignal_refuses() {
        relay.accept(Signal.HUP);

        assertThatThrownBy(relay::running).isInstanceOf(InterruptedException.class);
    }

    @Test
    void accept_whileRunning_goesToTheEvents() throws InterruptedException {
        relay.running();
        relay.accept(Signal.INT);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(events.await(Duration.ZERO)).contains(new Events.Signalled(Signal.INT));
        assertThat(relay.exitCode()).isEmpty();
    }
}
