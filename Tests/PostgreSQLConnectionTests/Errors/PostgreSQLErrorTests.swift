import PostgreSQLConnection
import Testing

@Suite("What a failure of PostgreSQL says")
struct PostgreSQLErrorTests {
    @Test(
        "tells kinds apart by SQLSTATE, the exact code before its class",
        arguments: [
            ("23505", PostgreSQLError.Kind.uniqueViolation), ("23503", .foreignKeyViolation),
            ("23P01", .otherConstraint),
            ("40001", .serializationFailure), ("40P01", .deadlock), ("55P03", .lockNotAvailable),
            ("57014", .cancelled), ("57P01", .shutdown), ("57P02", .shutdown), ("57P03", .startingUp),
            ("08006", .connectionLost), ("53100", .diskFull), ("53200", .outOfResources),
            ("53300", .tooManyConnections),
            ("25006", .readOnly), ("28P01", .authenticationFailed), ("3D000", .databaseMissing),
            ("42601", .invalidStatement), ("42501", .permissionDenied), ("22021", .invalidValue),
            ("58030", .storageFailed),
            ("XX001", .storageFailed), ("P0001", .other), ("", .other),
        ]
    )
    func kinds(sqlState: String, kind: PostgreSQLError.Kind) {
        #expect(PostgreSQLError.Kind(sqlState: sqlState) == kind)
    }

    @Test("says what to do, whatever it is", arguments: PostgreSQLError.Kind.allCases)
    func advice(kind: PostgreSQLError.Kind) {
        let text = PostgreSQLError(kind, "seen").description
        #expect(text.hasPrefix("PostgreSQL: seen. "))
        #expect(text.count > "PostgreSQL: seen. ".count + 15)
    }

    @Test("says so if its effect is not known, and is not to be repeated then")
    func unknownEffect() {
        let known = PostgreSQLError(.connectionLost, "gone")
        let unknown = PostgreSQLError(.connectionLost, "gone", mayHaveHappened: true)
        #expect(unknown.description.contains("Whether it took effect is not known."))
        #expect(known.isWorthRepeating)
        #expect(!unknown.isWorthRepeating)
        #expect(known != unknown)
        #expect(!PostgreSQLError(.uniqueViolation, "there").isWorthRepeating)
    }
}
