package dev.holdfast.testkit;

class MemoryLockClientTckTest extends LockClientTck {

    @Override
    protected StoreFixture open() {
        return MemoryFixture.inRealTime();
    }
}
