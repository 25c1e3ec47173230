import AppStoreModels
import Crypto
import Foundation
import Logging

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
    /// Whom it is about, as its address says; nil if that names nobody.
    var customer: CustomerID?
    /// Whether an app asks, of which all copies show the same key: each customer calls requests as if there were no others.
    var isOfApp = false

    /// What the request is called where it is stored. It is to be found when the customer is erased, and is to name nobody.
    var storedKey: String {
        guard isOfApp, let customer else { return key }
        return SHA256.hash(data: Data("\(customer.value)\n\(key)".utf8)).hexadecimal
    }
}

extension PurchaseDatabase {
    /// How long an answer is kept, in milliseconds: a day.
    private static let answerAge: Int64 = 86_400_000
    /// After how long a request without an answer counts as lost with the server that carried it out, in milliseconds.
    private static let patience: Int64 = 60_000
    /// How many answers are kept for one caller.
    static let maximumAnswers = 50_000
    /// How many of them may be those of one customer of an app.
    static let maximumAnswersOfCustomer = 1_000
    /// The part of them that makes room at once, so that nobody counts for each request.
    private static let oldestPart = 50

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
            guard try Self.makeRoom(for: request, answerRoom, in: database) else { return .tooMany }
            try database.execute(
                sql: """
                    INSERT INTO repeated_answer (key_id, idempotency_key, request, begun_ms, customer)
                    VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (key_id, idempotency_key) DO UPDATE SET begun_ms = excluded.begun_ms
                    """,
                arguments: [request.callerID, request.storedKey, request.digest, now, request.customer?.value]
            )
            return .new
        }
    }

    /// Whether there is room for one more.
    ///
    /// Of an app the oldest make room: anybody who has its key could fill it, and all others would be refused. What was
    /// forgotten and comes again is carried out again, which changes nothing of what uploads have done.
    private static func makeRoom(
        for request: RepeatableRequest,
        _ room: AnswerRoom,
        in database: StorageDatabase
    ) throws -> Bool {
        let all = Answers(condition: "key_id = ?", arguments: [request.callerID])
        let hasRoom = try room.take(for: request.callerID, of: maximumAnswers) { try all.count(in: database) }
        guard request.isOfApp, let customer = request.customer else { return hasRoom }
        if !hasRoom { try all.forgetOldest(maximumAnswers / oldestPart, in: database) }
        // Put together, so that they are found by the customer and not by a key that all customers have.
        let own = Answers(
            condition: "customer = ? AND key_id || '' = ?",
            arguments: [customer.value, request.callerID]
        )
        let caller = "\(request.callerID) \(customer.value)"
        let hasOwnRoom = try room.take(for: caller, of: maximumAnswersOfCustomer) { try own.count(in: database) }
        if !hasOwnRoom { try own.forgetOldest(maximumAnswersOfCustomer / oldestPart, in: database) }
        return true
    }

    /// Some of the answers that are kept.
    private struct Answers {
        let condition: String
        let arguments: StorageArguments

        func count(in database: StorageDatabase) throws -> Int {
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM repeated_answer WHERE \(condition)",
                arguments: arguments
            ) ?? 0
        }

        func forgetOldest(_ count: Int, in database: StorageDatabase) throws {
            try database.execute(
                sql: """
                    DELETE FROM repeated_answer WHERE (key_id, idempotency_key) IN (
                        SELECT key_id, idempotency_key FROM repeated_answer WHERE \(condition)
                        ORDER BY begun_ms, idempotency_key LIMIT ?)
                    """,
                arguments: arguments + [count]
            )
        }
    }

    /// Keeps the answer of what was carried out, whether or not anybody still waits for it: of what is not kept the same
    /// key would carry out a second one.
    ///
    /// What was done is done: whoever asked learns of it even where the answer cannot be kept.
    func keep(_ request: RepeatableRequest, status: Int, body: Data) async {
        do {
            try await whateverHappens { storage in try await storage.finish(request, status: status, body: body) }
        } catch {
            logger.error("an answer could not be kept for a repeated request", metadata: ["error": "\(error)"])
        }
    }

    /// Forgets a request that changed nothing, whether or not anybody still waits. Where that fails it counts as under way
    /// until it counts as lost.
    func forget(_ request: RepeatableRequest) async {
        do {
            try await whateverHappens { storage in try await storage.abandon(request) }
        } catch {
            logger.error("a refused request could not be forgotten", metadata: ["error": "\(error)"])
        }
    }

    /// Does what a caller who hangs up must not prevent.
    private func whateverHappens(_ work: @escaping @Sendable (PurchaseDatabase) async throws -> Void) async throws {
        try await Task { try await work(self) }.value
    }

    /// Keeps the answer.
    func finish(_ request: RepeatableRequest, status: Int, body: Data) async throws(PurchaseServerError) {
        let own = request.customer.map { [$0.value] } ?? []
        let names = own + Self.customers(in: body).filter { !own.contains($0) }
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE repeated_answer SET status = ?, body = ?, customer = ?, other_customer = ?
                    WHERE key_id = ? AND idempotency_key = ?
                    """,
                arguments: [
                    status, body, names.first, names.dropFirst().first, request.callerID, request.storedKey,
                ]
            )
        }
    }

    /// Whom one of our answers names; none names more than two by more than one name each.
    private static func customers(in body: Data) -> [String] {
        guard let answer = try? JSONValue(parsing: body).object else { return [] }
        return ["customer", "from", "to", "appAccountToken"].compactMap { answer[string: $0] }
    }

    /// Empties the answers in which a person is named: the requests still count as carried out, because done once more they
    /// would make the person anew.
    static func emptyAnswers(naming customer: CustomerID, in database: StorageDatabase) throws {
        try database.execute(
            sql: """
                UPDATE repeated_answer SET body = CASE WHEN body IS NULL THEN body ELSE ?2 END, customer = NULL,
                    other_customer = NULL
                WHERE customer = ?1 OR other_customer = ?1
                """,
            arguments: [customer.value, Data("{}".utf8)]
        )
    }

    /// Forgets a request that changed nothing.
    func abandon(_ request: RepeatableRequest) async throws(PurchaseServerError) {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM repeated_answer WHERE key_id = ? AND idempotency_key = ? AND status IS NULL",
                arguments: [request.callerID, request.storedKey]
            )
        }
    }

    private static func known(_ request: RepeatableRequest, at now: Int64, in database: StorageDatabase) throws
        -> Repetition?
    {
        let row = try StorageRow.fetchOne(
            database,
            sql: """
                SELECT request, begun_ms, status, body FROM repeated_answer WHERE key_id = ? AND idempotency_key = ?
                """,
            arguments: [request.callerID, request.storedKey]
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
        // Either way: one that a clock which ran ahead has begun is not under way for years.
        return abs(now - begun) < patience ? .underWay : nil
    }
}
