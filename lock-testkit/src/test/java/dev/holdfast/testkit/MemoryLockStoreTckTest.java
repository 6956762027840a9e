package dev.holdfast.testkit;

class MemoryLockStoreTckTest extends LockStoreTck {

    @Override
    protected StoreFixture open() {
        return MemoryFixture.inVirtualTime();
    }
}
