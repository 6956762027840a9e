package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.DistributedLock;
import dev.holdfast.lock.InvalidInputException;
import dev.holdfast.lock.Lease;
import dev.holdfast.lock.LeaseOptions;
import dev.holdfast.spi.Scheduler;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Clients with one mistake each in what they remember, or in how they start and end. */
final class BrokenClients {

    private BrokenClients() {}

    /** Changes each lock. */
    static Holdfast ofLocks(Holdfast target, UnaryOperator<DistributedLock> change) {
        return new ForwardingClient(target) {
            @Override
            DistributedLock changed(DistributedLock lock) {
                return change.apply(lock);
            }
        };
    }

    /** Changes each lease. */
    static Holdfast ofLeases(Holdfast target, UnaryOperator<Lease> change) {
        return ofLocks(target, lock -> new ForwardingLock(lock) {
            @Override
            Lease changed(Lease won) {
                return change.apply(won);
            }
        });
    }

    /** Remembers one lease length per name, that of the last call. */
    static final class LastLength extends ForwardingClient {
        private final Map<String, Duration> lengths = new ConcurrentHashMap<>();

        LastLength(Holdfast target) {
            super(target);
        }

        @Override
        public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
            DistributedLock lock = super.lock(name, options);
            lengths.put(name, options.apply(LeaseOptions.DEFAULTS).lease());
            return lock;
        }

        @Override
        DistributedLock changed(DistributedLock lock) {
            return new ForwardingLock(lock) {
                @Override
                Lease changed(Lease won) {
                    return new ForwardingLease(won) {
                        @Override
                        public Duration remaining() {
                            Duration last = lengths.getOrDefault(name(), Duration.ZERO);
                            return super.remaining().compareTo(last) < 0 ? super.remaining() : last;
                        }
                    };
                }
            };
        }
    }

    /** Releases what is held, so that nothing is left behind: under the feet of those who hold it. */
    static final class ReleasesAtClose extends ForwardingClient {
        private final List<Lease> won = new CopyOnWriteArrayList<>();

        ReleasesAtClose(Holdfast target) {
            super(target);
        }

        @Override
        DistributedLock changed(DistributedLock lock) {
            return new ForwardingLock(lock) {
                @Override
                Lease changed(Lease lease) {
                    won.add(lease);
                    return lease;
                }
            };
        }

        @Override
        public void close() {
            won.forEach(Lease::release);
            super.close();
        }
    }

    /** Connects whenever it is not connected. */
    static final class Reopens extends ForwardingClient {
        private final Supplier<Holdfast> opener;
        private @Nullable Holdfast again;
        private boolean closed;

        Reopens(Supplier<Holdfast> opener) {
            super(opener.get());
            this.opener = opener;
        }

        @Override
        public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
            if (closed && again == null) {
                again = opener.get();
            }
            return again == null ? super.lock(name, options) : again.lock(name, options);
        }

        @Override
        public void close() {
            closed = true;
            if (again != null) {
                again.close();
            }
            super.close();
        }
    }

    /** The asynchronous form has been forgotten when leases got options. */
    static final class AsyncWithDefaults extends ForwardingClient {
        AsyncWithDefaults(Holdfast target) {
            super(target);
        }

        @Override
        DistributedLock changed(DistributedLock lock) {
            return new ForwardingLock(lock) {
                @Override
                public CompletableFuture<Lease> acquireAsync() {
                    return AsyncWithDefaults.this.target().lock(name()).acquireAsync();
                }
            };
        }
    }

    /** Checks what it is given when it is used. */
    static final class ChecksLate extends ForwardingClient {
        ChecksLate(Holdfast target) {
            super(target);
        }

        @Override
        public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
            try {
                return new BrokenLocks.CheckedAtUse(target().lock(name, options), null);
            } catch (InvalidInputException wrong) {
                return new BrokenLocks.CheckedAtUse(target().lock("unused"), wrong);
            }
        }
    }

    /** Uses the default where an option makes no sense. */
    static final class DefaultForNonsense extends ForwardingClient {
        DefaultForNonsense(Holdfast target) {
            super(target);
        }

        @Override
        public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
            try {
                return super.lock(name, options);
            } catch (InvalidInputException wrong) {
                return super.lock(name, defaults -> defaults);
            }
        }
    }

    /** Makes names easier to type. */
    static final class NormalizedNames extends ForwardingClient {
        NormalizedNames(Holdfast target) {
            super(target);
        }

        @Override
        public DistributedLock lock(String name, UnaryOperator<LeaseOptions> options) {
            String easy = Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
            return super.lock(easy, options);
        }
    }

    /** Runs everything on one thread: timers, renewals, calls of the store, listeners. */
    static final class OneThread extends ForwardingClient {
        private final OneThreadScheduler scheduler;

        OneThread(OneThreadScheduler scheduler, Holdfast target) {
            super(target);
            this.scheduler = scheduler;
        }

        @Override
        public void close() {
            super.close();
            scheduler.close();
        }
    }

    /** One thread for whatever there is to run. */
    static final class OneThreadScheduler implements Scheduler {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread only = new Thread(task, "mutant-only");
            only.setDaemon(true);
            return only;
        });

        @Override
        public Scheduled schedule(Runnable task, Duration delay) {
            Future<?> future = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }

        @Override
        public void execute(Runnable task) {
            thread.execute(task);
        }

        void close() {
            thread.shutdownNow();
        }
    }
}
