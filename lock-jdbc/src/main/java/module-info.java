/** Stores in a relational database; SQLite is the embedded default. */
module dev.holdfast.jdbc {
    requires transitive dev.holdfast.api;
    requires transitive java.sql;
    requires static org.jspecify;
    requires org.slf4j;
    // A driver is needed only by those who open its URLs; the module system binds it as a java.sql.Driver service.
    requires static org.xerial.sqlitejdbc;

    exports dev.holdfast.jdbc;

    provides dev.holdfast.spi.BackendProvider with
            dev.holdfast.jdbc.JdbcProvider;
}
