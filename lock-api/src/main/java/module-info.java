/** The API, the SPI and the engine. */
module dev.holdfast.api {
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.holdfast;
    exports dev.holdfast.fence;
    exports dev.holdfast.lock;
    exports dev.holdfast.spi;

    uses dev.holdfast.spi.BackendProvider;
}
