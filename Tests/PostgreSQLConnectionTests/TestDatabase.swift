import Foundation
import PostgreSQLConnection
import PostgreSQLSupport

/// The database of these tests. Each test makes tables with a name of its own.
enum TestDatabase {
    /// Where it is, with deadlines as the test wants them.
    static func settings(_ change: (inout PostgreSQLSettings) -> Void = { _ in }) async throws -> PostgreSQLSettings {
        let cluster = try await DatabaseCluster.shared()
        var settings = try PostgreSQLSettings(cluster.connectionString(database: "postgres"))
        // A machine that builds beside the tests is slow, and no finding.
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .seconds(600)
        settings.statementDeadline = .seconds(600)
        settings.cancelGrace = .seconds(60)
        change(&settings)
        return settings
    }

    /// Sessions for `body`, which are ended when it returns.
    static func withPool<Value: Sendable>(
        _ change: (inout PostgreSQLSettings) -> Void = { _ in },
        _ body: (PostgreSQLPool) async throws -> Value
    ) async throws -> Value {
        try await withPool(try await settings(change), body)
    }

    static func withPool<Value: Sendable>(
        _ settings: PostgreSQLSettings,
        _ body: (PostgreSQLPool) async throws -> Value
    ) async throws -> Value {
        let pool = PostgreSQLPool(settings)
        do {
            let value = try await body(pool)
            await pool.shutDown(within: .seconds(10))
            return value
        } catch {
            await pool.shutDown(within: .zero)
            throw error
        }
    }

    /// One session for `body`.
    static func withSession<Value: Sendable>(
        _ change: (inout PostgreSQLSettings) -> Void = { _ in },
        _ body: (PostgreSQLSession) async throws -> Value
    ) async throws -> Value {
        try await withPool(change) { pool in try await pool.withSession(body) }
    }

    /// What comes of a statement that has little time. On a machine that stalls all of it may be over before the statement is
    /// sent, or has done anything; then it is tried again.
    static func onceBegun<Value>(_ body: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await body()
            } catch let error as PostgreSQLError where error.kind == .deadlineExceeded && !error.mayHaveHappened {}
        }
    }

    /// What `body` fails with.
    static func failure<Value>(of body: () async throws -> Value) async -> PostgreSQLError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? PostgreSQLError
        }
    }
}

/// A place where tasks wait until all have come.
actor Gathering {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { self.count = count }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }
}
