#if PostgreSQL && os(Linux)
    import Foundation
    import PostgreSQLConnection
    import Testing

    @testable import PurchaseServer

    @Suite("A statement in PostgreSQL's words")
    struct PostgreSQLTextTests {
        @Test(
            "has numbers for placeholders",
            arguments: [
                ("SELECT 1", "SELECT 1"),
                ("SELECT a FROM b WHERE c = ? AND d = ?", "SELECT a FROM b WHERE c = $1 AND d = $2"),
                ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2"),
                ("UPDATE a SET b = ?1 WHERE c = ? AND d > ?1", "UPDATE a SET b = $1 WHERE c = $2 AND d > $1"),
                ("SELECT :a, :b_2, :a", "SELECT $1, $2, $1"),
                ("SELECT '?', ':a', b::text, ? FROM c", "SELECT '?', ':a', b::text, $1 FROM c"),
                (
                    "INSERT OR IGNORE INTO a (b) VALUES (?)", "INSERT INTO a (b) VALUES ($1) ON CONFLICT DO NOTHING"
                ),
                ("UPDATE OR IGNORE a SET b = ?", "UPDATE a SET b = $1"),
            ]
        )
        func text(written: String, expected: String) {
            #expect(PostgreSQLText(translating: written).text == expected)
            #expect(PostgreSQLText.of(written).text == expected)
        }

        @Test("has values in the order of its placeholders")
        func values() throws {
            let none: String? = nil
            let placed = PostgreSQLText(translating: "SELECT ?2, ?1, ?, ?")
            #expect(
                try placed.statement([true, 1.5, none, Data([1])]).values == [1, .real(1.5), .null, .bytes([1])]
            )
            let named = PostgreSQLText(translating: "SELECT :b, :a")
            #expect(try named.statement(["a": "x", "b": 2]).values == [2, .text("x")])
        }

        @Test("is refused with other values than it has placeholders")
        func wrongValues() {
            let placed = PostgreSQLText(translating: "SELECT ?, ?")
            let named = PostgreSQLText(translating: "SELECT :a, :b")
            let wrong: [(PostgreSQLText, StorageArguments)] = [
                (placed, [1]), (placed, [1, 2, 3]), (named, ["a": 1]), (named, [1, 2]),
            ]
            for (text, arguments) in wrong {
                #expect(throws: PurchaseServerError(.databaseFailed, "")) { try text.statement(arguments) }
            }
        }
    }
#endif
