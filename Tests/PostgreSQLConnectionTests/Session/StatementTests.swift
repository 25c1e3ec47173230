import Foundation
import PostgreSQLConnection
import Testing

@Suite("A statement", .timeLimit(.minutes(15)))
struct StatementTests {
    @Test("is answered by rows with named columns")
    func rows() async throws {
        try await TestDatabase.withSession { session in
            let rows = try await session.run(
                PostgreSQLStatement(
                    """
                    SELECT number, 'n' || number AS name, number > 1 AS large, NULL::int AS nothing
                    FROM generate_series(1, $1::int) AS number
                    """,
                    [3]
                )
            )
            #expect(rows.columns == ["number", "name", "large", "nothing"])
            #expect(try rows.map { try $0.value("number", as: Int.self) } == [1, 2, 3])
            #expect(try rows.map { try $0.value("name", as: String.self) } == ["n1", "n2", "n3"])
            #expect(try rows.map { try $0.value("large", as: Bool.self) } == [false, true, true])
            #expect(try rows[0].valueIfPresent("nothing", as: Int.self) == nil)
            #expect(rows[0].isNull("nothing") && !rows[0].isNull("number"))
            #expect(rows.command == "SELECT 3")
        }
    }

    @Test("says how many rows it changed")
    func changes() async throws {
        try await TestDatabase.withSession { session in
            try await session.run("CREATE TEMP TABLE changed (x int)")
            let inserted = try await session.run("INSERT INTO changed SELECT generate_series(1, 5)")
            #expect(inserted.changedRows == 5 && inserted.isEmpty)
            #expect(try await session.run("DELETE FROM changed WHERE x > 3").changedRows == 2)
        }
    }

    @Test("is told what is wrong with how its rows are read")
    func misread() async throws {
        try await TestDatabase.withSession { session in
            let row = try #require(try await session.run("SELECT 'x' AS a, NULL AS b").first)
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try row.value("a", as: Int.self) }
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try row.value("b", as: String.self) }
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try row.value("c", as: String.self) }
        }
    }

    @Test(
        "takes every value and gives it back",
        arguments: [
            "", "'; DROP TABLE customers; --", "\"", "\\", "$1", "Ünïcode 🧺\u{200d}\u{feff}", "\n\r\t\u{1}\u{7f}",
            "NULL",
            "\\x41", "{1,2}",
        ]
    )
    func texts(text: String) async throws {
        try await TestDatabase.withSession { session in
            let statement = PostgreSQLStatement(
                "SELECT $1::text AS text, $2::bytea AS bytes",
                [.text(text), .bytes(Array(text.utf8))]
            )
            let row = try #require(try await session.run(statement).first)
            #expect(try row.value("text") == text)
            #expect(try row.value("bytes") == Array(text.utf8))
        }
    }

    @Test("takes numbers, truth and nothing for any type that reads them")
    func values() async throws {
        try await TestDatabase.withSession { session in
            let row = try #require(
                try await session.run(
                    PostgreSQLStatement(
                        """
                        SELECT $1::bigint AS least, $2::float8 AS tenth, $3::bool AS yes, $4::int IS NULL AS none,
                        $5::numeric AS money, $6::jsonb ->> 'a' AS member, $7::float8 AS never,
                        extract(epoch FROM $8::timestamptz)::bigint AS time
                        """,
                        [
                            .integer(.min), 0.1, true, nil, "12.3400", "{\"a\": \"b\"}", .real(.nan),
                            "2020-01-01T00:00:00Z",
                        ]
                    )
                ).first
            )
            #expect(try row.value("least") == Int64.min)
            #expect(try row.value("tenth") == 0.1)
            #expect(try row.value("yes", as: Bool.self))
            #expect(try row.value("none", as: Bool.self))
            #expect(try row.value("money") == "12.3400")
            #expect(try row.value("member") == "b")
            #expect(try row.value("never", as: Double.self).isNaN)
            #expect(try row.value("time") == 1_577_836_800)
        }
    }

    @Test("takes ten megabytes of text and of bytes")
    func large() async throws {
        try await TestDatabase.withSession { session in
            let text = String(repeating: "a€", count: 2_621_440)
            let bytes = (0..<10_485_760).map { UInt8(truncatingIfNeeded: $0) }
            let row = try #require(
                try await session.run(
                    PostgreSQLStatement("SELECT $1::text AS text, $2::bytea AS bytes", [.text(text), .bytes(bytes)])
                ).first
            )
            #expect(try row.value("text", as: String.self).utf8.elementsEqual(text.utf8))
            #expect(try row.value("bytes", as: Data.self) == Data(bytes))
        }
    }

    @Test("with what PostgreSQL cannot take is refused before it is sent, and harms nobody")
    func refused() async throws {
        try await TestDatabase.withSession { session in
            let process = await session.serverProcess
            for (statement, kind) in [
                (PostgreSQLStatement("SELECT $1::text", ["a\u{0}b"]), PostgreSQLError.Kind.invalidValue),
                (PostgreSQLStatement("SELECT 1 \u{0}; DROP TABLE x"), .invalidStatement),
                (PostgreSQLStatement("SELECT 1", Array(repeating: 1, count: 65_536)), .invalidStatement),
            ] {
                let failure = await TestDatabase.failure { try await session.run(statement) }
                #expect(failure?.kind == kind)
                #expect(failure?.sqlState == nil)
            }
            // The server looks at bytes for a column of text.
            for bytes in [[0x61, 0xff], [0xc0, 0x80], [0x61, 0x00]] as [[UInt8]] {
                let failure = await TestDatabase.failure {
                    try await session.run(PostgreSQLStatement("SELECT $1::text", [.bytes(bytes)]))
                }
                #expect(failure?.kind == .invalidValue)
                #expect(failure?.sqlState == "22021")
            }
            let row = try await session.run("SELECT 7 AS x").first
            #expect(try row?.value("x") == 7)
            #expect(await session.serverProcess == process)
        }
    }

    @Test("that asks for COPY ends the session with a clear error instead of hanging")
    func copy() async throws {
        try await TestDatabase.withPool { pool in
            let failure = await TestDatabase.failure { try await pool.run("COPY (SELECT 1) TO STDOUT") }
            #expect(failure?.kind == .invalidStatement)
            let row = try await pool.read("SELECT 7 AS x").first
            #expect(try row?.value("x") == 7)
        }
    }

    @Test("answers in binary where that is asked for, the same as in text", arguments: [true, false])
    func binary(isPrepared: Bool) async throws {
        try await TestDatabase.withSession { session in
            let text = """
                SELECT NULL::bytea, true, false, (-7)::smallint, -5::int, -9007199254740993::bigint, -0.5::float8, 'é'::text,
                    'é'::varchar, '\\x00ff5c78'::bytea, ''::bytea, $1::bigint, $2::bytea
                """
            var statement = PostgreSQLStatement(text, [.integer(.min), .bytes([0, 1])], isPrepared: isPrepared)
            let inText = try #require(try await session.run(statement).first)
            statement.answersInBinary = true
            let inBinary = try #require(try await session.run(statement).first)
            let values = try (0..<inBinary.count).map { try inBinary.value(at: $0) }
            #expect(try values == (0..<inText.count).map { try inText.value(at: $0) })
            #expect(
                values == [
                    .null, 1, 0, -7, -5, -9_007_199_254_740_993, .real(-0.5), .text("é"), .text("é"),
                    .bytes([0, 255, 0x5c, 0x78]), .bytes([]), .integer(.min), .bytes([0, 1]),
                ]
            )
        }
    }

    @Test("in binary has no values by names, and none of types that nobody asks for so")
    func binaryLimits() async throws {
        try await TestDatabase.withSession { session in
            var statement: PostgreSQLStatement = "SELECT 1::bigint AS n, 1.5::numeric AS price"
            statement.answersInBinary = true
            let row = try #require(try await session.run(statement).first)
            #expect(try row.value(at: 0) == 1)
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try row.value(at: 1) }
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try row.value("n", as: Int.self) }
        }
    }
}
