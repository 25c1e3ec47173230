import PostgreSQLConnection
import Testing

@Suite("Requests that do not wait for each other", .timeLimit(.minutes(15)))
struct PipelineTests {
    @Test("of many tasks on one session are each answered with their own")
    func manyTasks() async throws {
        try await TestDatabase.withSession { session in
            let answers = try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        let statement = PostgreSQLStatement("SELECT $1::int * 2 AS double", [.integer(Int64(number))])
                        let isReading = number.isMultiple(of: 2)
                        let row = try await session.run(statement, onlyReads: isReading).first
                        return (number, try row?.value("double", as: Int.self))
                    }
                }
                return try await group.reduce(into: [Int: Int?]()) { $0[$1.0] = $1.1 }
            }
            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, Optional($0 * 2)) }))
        }
    }

    @Test("fail alone, whether they share a transaction or not", arguments: [true, false])
    func failures(onlyReads: Bool) async throws {
        try await TestDatabase.withSession { session in
            let results = await withTaskGroup(of: (Int, PostgreSQLError.Kind?, Int?).self) { group in
                for number in 0..<200 {
                    group.addTask { () -> (Int, PostgreSQLError.Kind?, Int?) in
                        let statement = PostgreSQLStatement(
                            "SELECT 100 / $1::int AS part",
                            [.integer(Int64(number % 10))]
                        )
                        do {
                            let rows = try await session.run(statement, onlyReads: onlyReads)
                            return (number, nil, try rows.first?.value("part", as: Int.self))
                        } catch {
                            return (number, (error as? PostgreSQLError)?.kind, nil)
                        }
                    }
                }
                return await group.reduce(into: [(Int, PostgreSQLError.Kind?, Int?)]()) { $0.append($1) }
            }
            #expect(results.count == 200)
            for (number, kind, part) in results {
                #expect(kind == (number % 10 == 0 ? .invalidValue : nil), "\(number)")
                #expect(part == (number % 10 == 0 ? nil : 100 / (number % 10)), "\(number)")
            }
        }
    }

    @Test("together are one transaction")
    func together() async throws {
        try await TestDatabase.withSession { session in
            try await session.run("CREATE TEMP TABLE together (x int PRIMARY KEY)")
            let insert = { (number: Int64) in
                PostgreSQLStatement("INSERT INTO together VALUES ($1)", [.integer(number)])
            }
            let answers = try await session.run(together: (1...100).map(insert))
            #expect(answers.map(\.changedRows) == Array(repeating: 1, count: 100))
            let failure = await TestDatabase.failure {
                try await session.run(together: (50...150).reversed().map(insert))
            }
            #expect(failure?.kind == .uniqueViolation)
            #expect(failure?.mayHaveHappened == false)
            #expect(try await session.run("SELECT count(*) AS count FROM together").first?.value("count") == 100)
            #expect(try await session.run(together: []).isEmpty)
        }
    }

    @Test("are refused beyond a limit instead of being kept without end")
    func queueLimit() async throws {
        try await TestDatabase.withSession {
            $0.maximumQueuedRequests = 300
        } _: { session in
            let kinds = await withTaskGroup(of: PostgreSQLError.Kind?.self) { group in
                for _ in 0..<2000 {
                    group.addTask {
                        await TestDatabase.failure { try await session.run("SELECT pg_sleep(0.001)") }?.kind
                    }
                }
                return await group.reduce(into: [PostgreSQLError.Kind?: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(Set(kinds.keys).isSubset(of: [nil, .refused]))
            #expect(kinds[nil, default: 0] >= 300)
        }
    }

    @Test("in a transaction are all kept or all undone")
    func transactions() async throws {
        struct Undo: Error {}
        try await TestDatabase.withSession { session in
            try await session.run("CREATE TEMP TABLE kept (x int)")
            let value = try await session.transaction { transaction in
                try await transaction.run("INSERT INTO kept VALUES (1)")
                return try await transaction.run("SELECT count(*) AS count FROM kept").first?.value(
                    "count",
                    as: Int.self
                )
            }
            #expect(value == 1)
            await #expect(throws: Undo.self) {
                try await session.transaction { transaction in
                    try await transaction.run("INSERT INTO kept VALUES (2)")
                    throw Undo()
                }
            }
            // Whoever swallows the error of a statement must not believe that the rest was kept.
            let swallowed = await TestDatabase.failure {
                try await session.transaction { transaction in
                    try await transaction.run("INSERT INTO kept VALUES (3)")
                    _ = try? await transaction.run("SELECT 1 / 0")
                }
            }
            #expect(swallowed?.kind == .transactionAborted)
            let reading = await TestDatabase.failure {
                try await session.transaction(onlyReads: true) { try await $0.run("CREATE TABLE kept_not (x int)") }
            }
            #expect(reading?.kind == .readOnly)
            #expect(reading?.sqlState == "25006")
            #expect(try await session.run("SELECT count(*) AS count FROM kept").first?.value("count") == 1)
        }
    }
}
