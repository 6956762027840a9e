package dev.holdfast.jdbc.sqlite;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.StoreFixture;

/** The contract in real time: the machine's clock, the poller, several connections. */
class SqliteLockStoreRealTimeIT extends LockStoreTck {

    @Override
    protected StoreFixture open() {
        return SqliteFixture.inRealTimeAlone();
    }
}
