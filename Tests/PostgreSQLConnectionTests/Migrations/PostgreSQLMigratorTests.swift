import PostgreSQLConnection
import PostgreSQLSupport
import Testing

@Suite("Bringing a database forward", .timeLimit(.minutes(15)))
struct PostgreSQLMigratorTests {
    private let steps = [
        PostgreSQLMigration(
            1,
            "customers",
            ["CREATE TABLE customer (id text PRIMARY KEY)", "INSERT INTO customer VALUES ('a')"]
        ),
        PostgreSQLMigration(2, "names", ["ALTER TABLE customer ADD COLUMN name text"]),
        PostgreSQLMigration(
            3,
            "an index that is built beside others",
            ["CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_name ON customer (name)"],
            isTransaction: false
        ),
    ]

    /// Several servers with one database of their own.
    private func withServers<Value: Sendable>(_ body: (PostgreSQLPool, PostgreSQLPool) async throws -> Value)
        async throws -> Value
    {
        let cluster = try await DatabaseCluster.shared()
        var settings = try PostgreSQLSettings(try await cluster.makeDatabase())
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .seconds(600)
        return try await TestDatabase.withPool(settings) { one in
            try await TestDatabase.withPool(settings) { other in try await body(one, other) }
        }
    }

    @Test("runs each step once, though two begin at the same time")
    func twoAtOnce() async throws {
        try await withServers { one, other in
            let migrator = PostgreSQLMigrator(steps)
            async let first = migrator.migrate(one)
            async let second = migrator.migrate(other)
            let run = try await [first, second]
            #expect(run.map(\.count).sorted() == [0, 3])
            #expect(run.flatMap(\.self) == steps)
            #expect(try await one.run("SELECT count(*) AS count FROM customer").first?.value("count") == 1)
            #expect(try await migrator.check(other) == [])
            #expect(try await migrator.migrate(one) == [])
        }
    }

    @Test("goes on where an older version stopped, which goes on, too")
    func sideBySide() async throws {
        try await withServers { older, newer in
            let old = PostgreSQLMigrator(Array(steps.prefix(1)))
            let lacking = try await old.check(older)
            #expect(lacking == [steps[0]])
            #expect(try await old.migrate(older) == [steps[0]])
            #expect(try await PostgreSQLMigrator(steps).migrate(newer) == Array(steps.dropFirst()))
            // The older one starts anew and finds steps that leave it be.
            #expect(try await old.migrate(older) == [])
            #expect(try await old.check(older) == [])
            let harsh = PostgreSQLMigration(
                4,
                "rename",
                ["ALTER TABLE customer RENAME TO person"],
                leavesOlderVersionsBe: false
            )
            #expect(try await PostgreSQLMigrator(steps + [harsh]).migrate(newer) == [harsh])
            let checked = await TestDatabase.failure { try await old.check(older) }
            let migrated = await TestDatabase.failure { try await old.migrate(older) }
            #expect(checked?.kind == .schemaTooNew && migrated?.kind == .schemaTooNew)
            #expect(checked?.reason.contains("rename") == true)
        }
    }

    @Test("undoes a step that fails, keeps those before it, and can go on")
    func failure() async throws {
        try await withServers { one, other in
            let broken = PostgreSQLMigration(2, "broken", ["CREATE TABLE half (x int)", "SELECT nothing"])
            let failure = await TestDatabase.failure { try await PostgreSQLMigrator([steps[0], broken]).migrate(one) }
            #expect(failure?.kind == .invalidStatement)
            let row = try await one.run("SELECT to_regclass('half') IS NULL AS gone").first
            #expect(try row?.value("gone", as: Bool.self) == true)
            // The lock went with the session.
            #expect(try await PostgreSQLMigrator(steps).migrate(other) == Array(steps.dropFirst()))
            let differs = await TestDatabase.failure { try await PostgreSQLMigrator([steps[0], broken]).migrate(one) }
            #expect(differs?.kind == .schemaDiffers)
        }
    }

    @Test("does not wait without end for another one")
    func waiting() async throws {
        try await withServers { one, other in
            try await one.withSession { session in
                try await session.run("SELECT pg_advisory_lock(42)")
                let migrator = PostgreSQLMigrator(steps, lock: 42, waitingAtMost: .milliseconds(250))
                #expect(await TestDatabase.failure { try await migrator.migrate(other) }?.kind == .lockNotAvailable)
                try await session.run("SELECT pg_advisory_unlock(42)")
                #expect(try await migrator.migrate(other) == steps)
            }
        }
    }

    @Test("tries a step again that others are in the way of, but not without end")
    func inTheWay() async throws {
        try await withServers { one, other in
            let brief = PostgreSQLMigration(
                2,
                "age",
                ["SELECT set_config('lock_timeout', '20ms', true)", "ALTER TABLE customer ADD COLUMN age int"]
            )
            let all = [steps[0], brief]
            #expect(try await PostgreSQLMigrator([steps[0]]).migrate(one) == [steps[0]])
            try await one.transaction { reading in
                try await reading.run("SELECT id FROM customer")
                let migrator = PostgreSQLMigrator(all, waitingAtMost: .milliseconds(250), pause: .milliseconds(10))
                let failure = await TestDatabase.failure { try await migrator.migrate(other) }
                #expect(failure?.kind == .lockNotAvailable && failure?.reason.contains("step 2, age") == true)
            }
            #expect(try await PostgreSQLMigrator(all).migrate(other) == [brief])
        }
    }
}
