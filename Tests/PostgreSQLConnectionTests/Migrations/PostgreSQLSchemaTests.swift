import Testing

@testable import PostgreSQLConnection

@Suite("What a database was made into")
struct PostgreSQLSchemaTests {
    private let known = [
        PostgreSQLMigration(1, "customers", ["CREATE TABLE a (x int)"]), PostgreSQLMigration(2, "facts", ["b", "c"]),
    ]

    private func applied(_ steps: [PostgreSQLMigration]) -> [PostgreSQLSchema.Applied] {
        steps.map {
            PostgreSQLSchema.Applied(
                number: $0.number,
                name: $0.name,
                fingerprint: $0.fingerprint,
                leavesOlderVersionsBe: $0.leavesOlderVersionsBe
            )
        }
    }

    @Test("lacks the steps after the last that it remembers")
    func missing() throws {
        #expect(try PostgreSQLSchema(applied: [], known: known).missing() == known)
        #expect(try PostgreSQLSchema(applied: applied([known[0]]), known: known).missing() == [known[1]])
        #expect(try PostgreSQLSchema(applied: applied(known), known: known).missing() == [])
    }

    @Test("is served by an older version as long as its steps leave that be")
    func newer() throws {
        let gentle = PostgreSQLMigration(3, "more", ["d"])
        let harsh = PostgreSQLMigration(4, "less", ["e"], leavesOlderVersionsBe: false)
        #expect(try PostgreSQLSchema(applied: applied(known + [gentle]), known: known).missing() == [])
        #expect(throws: PostgreSQLError(.schemaTooNew, "")) {
            try PostgreSQLSchema(applied: applied(known + [gentle, harsh]), known: known).missing()
        }
    }

    @Test("is not touched if it remembers another step, or lacks one between")
    func different() {
        let other = PostgreSQLMigration(2, "facts", ["b", "c "])
        #expect(throws: PostgreSQLError(.schemaDiffers, "")) {
            try PostgreSQLSchema(applied: applied([known[0], other]), known: known).missing()
        }
        #expect(throws: PostgreSQLError(.schemaDiffers, "")) {
            try PostgreSQLSchema(applied: applied([known[1]]), known: known).missing()
        }
        #expect(throws: PostgreSQLError(.schemaDiffers, "")) {
            try PostgreSQLSchema(applied: [], known: [known[1]]).missing()
        }
    }

    @Test("knows a step by all of its statements and where they end")
    func fingerprints() {
        func fingerprint(_ statements: [String]) -> Int64 { PostgreSQLMigration(1, "", statements).fingerprint }
        #expect(fingerprint(["ab", "c"]) != fingerprint(["a", "bc"]))
        #expect(fingerprint(["ab"]) != fingerprint(["ab", ""]))
        // A database of before remembers this one.
        #expect(fingerprint(["CREATE TABLE a (x int)"]) == -5458839889832817465)
    }
}
