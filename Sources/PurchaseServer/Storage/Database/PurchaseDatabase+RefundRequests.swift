import AppStoreModels
import Entitlements
import Foundation

extension PurchaseDatabase {
    /// Keeps that the App Store wants to hear about a refund, in the transaction that stores its notification.
    static func noteRefundRequest(_ notification: ReceivedNotification, in database: StorageDatabase) throws {
        guard notification.type == NotificationType.consumptionRequest.rawValue,
            let purchase = notification.facts.purchases.first, let bundleID = purchase.bundleID
        else { return }
        let asked = notification.signedDate ?? notification.receivedAt
        try database.execute(
            sql: """
                INSERT INTO refund_request (notification, environment, original_transaction_id, transaction_id, bundle_id,
                    reason, deadline_ms, next_ms, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting')
                ON CONFLICT DO NOTHING
                """,
            arguments: [
                notification.identifier, purchase.environment.rawValue, purchase.originalTransactionID,
                purchase.transactionID, bundleID, notification.refundReason,
                asked.addingTimeInterval(RefundRequest.patience).millisecondsSince1970,
                notification.receivedAt.millisecondsSince1970,
            ]
        )
    }

    /// Requests of some apps that are to be answered now, the most urgent first. Those for which it is too late are settled.
    ///
    /// What a clock that ran ahead has put off is due, and what it has called late waits again if the App Store does.
    func refundRequests(of bundleIDs: Set<String>, dueAt date: Date, limit: Int) async throws -> [RefundRequest] {
        let now = date.millisecondsSince1970
        // Nothing is put off for longer than the App Store waits.
        let longest = date.addingTimeInterval(RefundRequest.patience).millisecondsSince1970
        return try await write { database in
            try database.execute(
                sql: """
                    UPDATE refund_request SET state = 'waiting', next_ms = ?, settled_ms = NULL
                    WHERE settled_ms > ? AND state = 'late' AND deadline_ms > ?
                    """,
                arguments: [now, Self.latestMoment(at: date), now]
            )
            try database.execute(
                sql: """
                    UPDATE refund_request SET state = 'late', next_ms = NULL, settled_ms = ?
                    WHERE state = 'waiting' AND deadline_ms <= ?
                    """,
                arguments: [now, now]
            )
            var requests: [RefundRequest] = []
            for bundleID in bundleIDs.sorted() {
                requests += try StorageRow.fetchAll(
                    database,
                    sql: """
                        SELECT notification, environment, original_transaction_id, transaction_id, bundle_id, attempts,
                            answer FROM refund_request
                        WHERE state = 'waiting' AND bundle_id = ? AND (next_ms <= ? OR next_ms > ?)
                        ORDER BY deadline_ms LIMIT ?
                        """,
                    arguments: [bundleID, now, longest, limit]
                ).map(Self.refundRequest)
            }
            let due = Array(requests.prefix(limit))
            // Another server that shares the database is not to answer them as well.
            for request in due where database.isShared {
                try database.execute(
                    sql: "UPDATE refund_request SET next_ms = ? WHERE notification = ? AND state = 'waiting'",
                    arguments: [now + Self.takenMilliseconds, request.notification]
                )
            }
            return due
        }
    }

    static func refundRequest(_ row: StorageRow) throws -> RefundRequest {
        let answer = try row.decode(Data?.self, atIndex: 6)
        return RefundRequest(
            notification: try row.decode(atIndex: 0),
            environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 1)),
            originalTransactionID: try row.decode(atIndex: 2),
            transactionID: try row.decode(atIndex: 3),
            bundleID: try row.decode(atIndex: 4),
            attempts: try row.decode(atIndex: 5),
            answer: answer.flatMap { (try? JSONValue(parsing: $0))?.object }.flatMap(ConsumptionAnswer.init)
        )
    }

    /// When the next request of some apps is to be answered; nil if none waits.
    func nextRefundRequest(of bundleIDs: Set<String>) async throws -> Date? {
        try await read { database in
            let asking = try database.cachedStatement(
                sql: "SELECT min(next_ms) FROM refund_request WHERE state = 'waiting' AND bundle_id = ?"
            )
            let dates = try bundleIDs.compactMap { try Int64.fetchOne(asking, arguments: [$0]) }
            return dates.min().map(Date.init(millisecondsSince1970:))
        }
    }

    /// What is known about the purchase that a request is about, and whose it is, who had it first before the others.
    func context(of request: RefundRequest) async throws -> (transaction: PurchaseFact?, owner: CustomerRecord?) {
        try await read { [countsCredits] database in
            let facts = try Self.facts(of: request.chain, in: database)
            let owner = try ChainOwners(database: database, chain: request.chain).all().first
            return (
                facts.holding.purchases.first { $0.transactionID == request.transactionID },
                try owner.map {
                    try Self.record(of: $0.claimant.customer, countsCredits: countsCredits, in: database)
                }
            )
        }
    }

    /// Keeps what will be answered, before it is sent: whatever becomes of the first attempt, the next says the same.
    func keep(_ answer: ConsumptionAnswer, to request: RefundRequest) async throws {
        let content = JSONValue.object(answer.json).jsonData
        try await write { database in
            try database.execute(
                sql: "UPDATE refund_request SET answer = ? WHERE notification = ? AND state = 'waiting'",
                arguments: [content, request.notification]
            )
        }
    }

    /// Keeps that a request is answered, or refused for good.
    func settle(_ request: RefundRequest, failure: String?, at date: Date) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE refund_request SET state = ?, next_ms = NULL, attempts = attempts + 1, last_failure = ?,
                        settled_ms = ? WHERE notification = ? AND state = 'waiting'
                    """,
                arguments: [
                    failure == nil ? "answered" : "refused", failure, date.millisecondsSince1970, request.notification,
                ]
            )
        }
    }

    /// Keeps that an answer did not arrive.
    func postpone(_ request: RefundRequest, until date: Date, failure: String) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE refund_request SET next_ms = ?, attempts = attempts + 1, last_failure = ?
                    WHERE notification = ? AND state = 'waiting'
                    """,
                arguments: [date.millisecondsSince1970, failure, request.notification]
            )
        }
    }

    /// Forgets requests that were settled before a date, and those of apps that do not answer, which nobody settles.
    static func forgetRefundRequests(before date: Date, limit: Int, in database: StorageDatabase) throws {
        let cut = date.millisecondsSince1970
        try database.execute(
            sql: """
                DELETE FROM refund_request WHERE notification IN (
                    SELECT notification FROM refund_request WHERE settled_ms < ? LIMIT ?)
                """,
            arguments: [cut, limit]
        )
        try database.execute(
            sql: """
                DELETE FROM refund_request WHERE notification IN (
                    SELECT notification FROM refund_request WHERE state = 'waiting' AND deadline_ms < ? LIMIT ?)
                """,
            arguments: [cut, limit]
        )
    }
}
