import PostgreSQLConnection
import Testing

@Suite("What PostgreSQL refuses", .timeLimit(.minutes(15)))
struct FailureTests {
    @Test("is told with its rule, and without the values in the description")
    func constraints() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run(
                """
                CREATE TABLE ruled (id int PRIMARY KEY, parent int REFERENCES ruled, name text NOT NULL,
                age int CONSTRAINT grown_up CHECK (age > 17))
                """
            )
            try await pool.run("INSERT INTO ruled VALUES (1, NULL, 'secret-name', 20)")
            func failure(_ statement: PostgreSQLStatement) async -> PostgreSQLError? {
                await TestDatabase.failure { try await pool.run(statement) }
            }
            let unique = try #require(await failure("INSERT INTO ruled VALUES (1, NULL, 'other-secret', 20)"))
            #expect(unique.kind == .uniqueViolation)
            #expect(unique.sqlState == "23505")
            #expect(unique.constraint == "ruled_pkey" && unique.table == "ruled")
            #expect(unique.detail?.contains("(id)=(1)") == true)
            let foreign = await failure("INSERT INTO ruled VALUES (2, 9, 'a', 20)")
            #expect(foreign?.kind == .foreignKeyViolation)
            let missing = try #require(await failure("INSERT INTO ruled VALUES (2, NULL, NULL, 20)"))
            #expect(missing.kind == .notNullViolation && missing.column == "name")
            let check = try #require(await failure("INSERT INTO ruled VALUES (2, NULL, 'other-secret', 3)"))
            #expect(check.kind == .checkViolation && check.constraint == "grown_up")
            let value = try #require(await failure(PostgreSQLStatement("SELECT $1::int", ["other-secret"])))
            #expect(value.kind == .invalidValue && value.serverMessage?.contains("other-secret") == true)
            for error in [unique, missing, check, value] {
                #expect(!error.description.contains("secret"), "\(error)")
                #expect(error.description.contains(error.sqlState ?? "none"))
                #expect(!error.mayHaveHappened)
            }
        }
    }

    @Test(
        "is of the kind that its SQLSTATE says",
        arguments: [
            ("53100", PostgreSQLError.Kind.diskFull), ("53200", .outOfResources), ("58030", .storageFailed),
            ("55P03", .lockNotAvailable), ("40001", .serializationFailure), ("42501", .permissionDenied),
            ("57P03", .startingUp), ("XX001", .storageFailed), ("P0001", .other),
        ]
    )
    func raised(sqlState: String, kind: PostgreSQLError.Kind) async throws {
        try await TestDatabase.withPool { pool in
            let block = "DO $$ BEGIN RAISE EXCEPTION 'staged' USING ERRCODE = '\(sqlState)'; END $$"
            let failure = await TestDatabase.failure {
                try await pool.run(PostgreSQLStatement(block, isPrepared: false))
            }
            #expect(failure?.kind == kind)
            #expect(failure?.sqlState == sqlState)
        }
    }

    @Test("for a deadlock is told to one of the two, and running it again succeeds")
    func deadlock() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run("CREATE TABLE crossed AS SELECT x, 0 AS y FROM generate_series(1, 2) AS x")
            let gathering = Gathering(of: 2)
            @Sendable func update(_ first: Int64, _ second: Int64) async -> PostgreSQLError? {
                await TestDatabase.failure {
                    try await pool.transaction(attempts: 1) { transaction in
                        let statement = "UPDATE crossed SET y = y + 1 WHERE x = $1"
                        try await transaction.run(PostgreSQLStatement(statement, [.integer(first)]))
                        await gathering.arrive()
                        try await transaction.run(PostgreSQLStatement(statement, [.integer(second)]))
                    }
                }
            }
            async let one = update(1, 2)
            async let other = update(2, 1)
            let failures = await [one, other].compactMap(\.self)
            #expect(failures.map(\.kind) == [.deadlock])
            #expect(failures.map(\.isWorthRepeating) == [true])
            #expect(try await pool.run("SELECT sum(y) AS sum FROM crossed").first?.value("sum") == 2)
        }
    }

    @Test("because another transaction was faster is run again until it succeeds")
    func serialization() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run("CREATE TABLE counted AS SELECT 0 AS x")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await pool.transaction(isolation: .serializable, attempts: 100) { transaction in
                            let row = try await transaction.run("SELECT x FROM counted").first
                            let next = try row?.value("x", as: Int64.self) ?? 0
                            try await transaction.run(
                                PostgreSQLStatement("UPDATE counted SET x = $1", [.integer(next + 1)])
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await pool.run("SELECT x FROM counted").first?.value("x") == 8)
        }
    }

    @Test("as locked by another is told at once where that is asked for")
    func locked() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run("CREATE TABLE locked AS SELECT generate_series(1, 3) AS x")
            try await pool.transaction { transaction in
                try await transaction.run("SELECT x FROM locked WHERE x = 1 FOR UPDATE")
                let failure = await TestDatabase.failure {
                    try await pool.run("SELECT x FROM locked FOR UPDATE NOWAIT")
                }
                #expect(failure?.kind == .lockNotAvailable)
                // How a queue is shared: what another one has is passed over.
                let rest = try await pool.run("SELECT x FROM locked ORDER BY x FOR UPDATE SKIP LOCKED")
                #expect(try rest.map { try $0.value("x", as: Int.self) } == [2, 3])
            }
        }
    }
}
