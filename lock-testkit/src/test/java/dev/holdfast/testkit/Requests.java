package dev.holdfast.testkit;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.GrantRef;
import dev.holdfast.spi.HolderDetails;
import dev.holdfast.spi.OwnerId;
import dev.holdfast.spi.Share;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Changed copies of requests. */
final class Requests {

    private static final AtomicLong FRESH = new AtomicLong(1L << 40);

    private Requests() {}

    static AcquireRequest named(AcquireRequest request, String name) {
        return new AcquireRequest(name, request.owner(), request.share(), request.terms());
    }

    static AcquireRequest leased(AcquireRequest request, Duration lease) {
        AcquireRequest.Terms terms = request.terms();
        return new AcquireRequest(
                request.name(),
                request.owner(),
                request.share(),
                new AcquireRequest.Terms(lease, terms.tokenFloor(), terms.answerWithin(), terms.holder()));
    }

    static AcquireRequest unfloored(AcquireRequest request) {
        AcquireRequest.Terms terms = request.terms();
        return new AcquireRequest(
                request.name(),
                request.owner(),
                request.share(),
                new AcquireRequest.Terms(terms.lease(), 0, terms.answerWithin(), terms.holder()));
    }

    static AcquireRequest reowned(AcquireRequest request) {
        return new AcquireRequest(request.name(), another(request.owner()), request.share(), request.terms());
    }

    /** What would create the grant again under an owner of its own. */
    static AcquireRequest fresh(GrantRef grant) {
        return new AcquireRequest(
                grant.name(),
                another(grant.owner()),
                Share.MUTEX,
                new AcquireRequest.Terms(
                        grant.lease(), 0, Duration.ofSeconds(1), new HolderDetails("mutant", 1, "", "")));
    }

    private static OwnerId another(OwnerId owner) {
        return new OwnerId(owner.client(), FRESH.incrementAndGet());
    }
}
