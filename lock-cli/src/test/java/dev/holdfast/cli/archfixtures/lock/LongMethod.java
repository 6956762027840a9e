package dev.holdfast.cli.archfixtures.lock;

/** Breaks a rule: see ArchitectureTest. */
public final class LongMethod {
    int run() {
        int sum = 0;
        sum += 1;
        sum += 2;
        sum += 3;
        sum += 4;
        sum += 5;
        sum += 6;
        sum += 7;
        sum += 8;
        sum += 9;
        sum += 10;
        sum += 11;
        sum += 12;
        sum += 13;
        sum += 14;
        sum += 15;
        sum += 16;
        sum += 17;
        sum += 18;
        sum += 19;
        sum += 20;
        sum += 21;
        sum += 22;
        sum += 23;
        sum += 24;
        sum += 25;
        sum += 26;
        sum += 27;
        sum += 28;
        sum += 29;
        sum += 30;
        sum += 31;
        sum += 32;
        sum += 33;
        sum += 34;
        sum += 35;
        sum += 36;
        sum += 37;
        sum += 38;
        sum += 39;
        sum += 40;
        return sum;
    }
}
