import AppStoreModels
import Foundation
import GRDB

/// What a request that may come twice finds.
enum Repetition: Sendable, Hashable {
    /// It came for the first time, and is to be carried out.
    case new
    /// It was carried out, and this was the answer.
    case answered(status: Int, body: Data)
    /// It is being carried out.
    case underWay
    /// Another request had the same key.
    case otherRequest
    /// This caller had as many in a day as may be kept.
    case tooMany
}

/// A request that may come twice.
struct RepeatableRequest: Sendable, Hashable {
    /// Who asks.
    let callerID: String
    /// What the caller calls the request.
    let key: String
    /// Of method, address and body.
    let digest: Data
}

extension SQLiteStorage {
    /// How long an answer is kept, in milliseconds: a day.
    private static let answerAge: Int64 = 86_400_000
    /// After how long a request without an answer counts as lost with the server that carried it out, in milliseconds.
    private static let patience: Int64 = 60_000
    /// How many answers are kept for one caller.
    static let maximumAnswers = 50_000

    /// Keeps that a request is being carried out, if it is new.
    func begin(_ request: RepeatableRequest, at date: Date) async throws(PurchaseServerError) -> Repetition {
        let now = date.millisecondsSince1970
        return try await write { [answerRoom] database in
            // What a clock that ran ahead has kept must not stay for ever.
            try database.execute(
                sql: "DELETE FROM repeated_answer WHERE begun_ms < ? OR begun_ms > ?",
                arguments: [now - Self.answerAge, now + Self.answerAge]
            )
            if let known = try Self.known(request, at: now, in: database) { return known }
            let hasRoom = try answerRoom.take(for: request.callerID, of: Self.maximumAnswers) {
                try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM repeated_answer WHERE key_id = ?",
                    arguments: [request.callerID]
                ) ?? 0
            }
            guard hasRoom else { return .tooMany }
            try database.execute(
                sql: """
                    INSERT INTO repeated_answer (key_id, idempotency_key, request, begun_ms) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET begun_ms = excluded.begun_ms
                    """,
                arguments: [request.callerID, request.key, request.digest, now]
            )
            return .new
        }
    }

    /// Keeps the answer.
    func finish(_ request: RepeatableRequest, status: Int, body: Data) async throws(PurchaseServerError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE repeated_answer SET status = ?, body = ? WHERE key_id = ? AND idempotency_key = ?",
                arguments: [status, body, request.callerID, request.key]
            )
        }
    }

    /// Forgets a request that changed nothing.
    func abandon(_ request: RepeatableRequest) async throws(PurchaseServerError) {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM repeated_answer WHERE key_id = ? AND idempotency_key = ? AND status IS NULL",
                arguments: [request.callerID, request.key]
            )
        }
    }

    private static func known(_ request: RepeatableRequest, at now: Int64, in database: Database) throws
        -> Repetition?
    {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT request, begun_ms, status, body FROM repeated_answer WHERE key_id = ? AND idempotency_key = ?
                """,
            arguments: [request.callerID, request.key]
        )
        guard let row else { return nil }
        let digest: Data = try row.decode(forColumn: "request")
        guard digest == request.digest else { return .otherRequest }
        let status: Int? = try row.decode(forColumn: "status")
        if let status {
            let body: Data? = try row.decode(forColumn: "body")
            return .answered(status: status, body: body ?? Data())
        }
        let begun: Int64 = try row.decode(forColumn: "begun_ms")
        return now - begun < patience ? .underWay : nil
    }
}
