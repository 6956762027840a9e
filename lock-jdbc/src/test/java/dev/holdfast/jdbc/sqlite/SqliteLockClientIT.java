package dev.holdfast.jdbc.sqlite;

import dev.holdfast.testkit.LockClientTck;
import dev.holdfast.testkit.StoreFixture;

class SqliteLockClientIT extends LockClientTck {

    @Override
    protected StoreFixture open() {
        return SqliteFixture.inRealTime();
    }
}
