package dev.holdfast.jdbc.sqlite;

import dev.holdfast.testkit.LockStoreTck;
import dev.holdfast.testkit.StoreFixture;

class SqliteLockStoreTckTest extends LockStoreTck {

    @Override
    protected StoreFixture open() {
        return SqliteFixture.inVirtualTime();
    }
}
