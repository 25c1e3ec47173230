import AppStoreModels
import Foundation

extension PurchaseDatabase {
    private static let listedColumns = """
        r.notification, r.environment, r.original_transaction_id, r.transaction_id, r.bundle_id, r.attempts,
            r.answer, r.reason, r.deadline_ms, r.state, r.last_failure, r.settled_ms
        """

    static let refundRequestsStatement = """
        SELECT \(listedColumns)
        FROM customer_chain c JOIN refund_request r ON r.original_transaction_id = c.original_transaction_id
            AND r.environment = c.environment
        WHERE c.customer = ? ORDER BY r.deadline_ms DESC LIMIT ?
        """

    /// The requests about a customer's purchases, the newest first.
    func refundRequests(about customer: CustomerID, limit: Int) async throws(PurchaseServerError)
        -> [ListedRefundRequest]
    {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            return try Self.refundRequests(about: name, limit: limit, in: database)
        }
    }

    /// - Parameter customer: The name that counts.
    static func refundRequests(about customer: CustomerID, limit: Int, in database: StorageDatabase) throws
        -> [ListedRefundRequest]
    {
        try StorageRow.fetchAll(
            database,
            sql: refundRequestsStatement,
            arguments: [customer.value, limit]
        ).map(listedRefundRequest)
    }

    /// The requests about everybody's purchases, each with its customer, the newest first.
    ///
    /// - Parameter date: Now: what waits for longer than the App Store does is late.
    func refundRequests(matching query: RefundRequestQuery, at date: Date) async throws(PurchaseServerError)
        -> [ListedRefundRequest]
    {
        try await read { database in
            let (condition, arguments) = Self.condition(query, at: date)
            return try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT \(Self.listedColumns) FROM refund_request r WHERE \(condition)
                    ORDER BY r.deadline_ms DESC, r.notification DESC LIMIT ?
                    """,
                arguments: arguments + [query.limit]
            ).map { try Self.owned(Self.listedRefundRequest($0), in: database) }
        }
    }

    /// One request, by its notification; nil if there is none.
    func refundRequest(_ notification: String) async throws(PurchaseServerError) -> ListedRefundRequest? {
        try await read { database in
            try StorageRow.fetchOne(
                database,
                sql: "SELECT \(Self.listedColumns) FROM refund_request r WHERE r.notification = ?",
                arguments: [notification]
            ).map { try Self.owned(Self.listedRefundRequest($0), in: database) }
        }
    }

    private static func condition(_ query: RefundRequestQuery, at date: Date) -> (String, StorageArguments) {
        var conditions: [String] = []
        var arguments = StorageArguments()
        let now = date.millisecondsSince1970
        switch query.state {
        case .waiting?:
            conditions.append("r.state = 'waiting' AND r.deadline_ms > ?")
            arguments += [now]
        case .late?:
            conditions.append("(r.state = 'late' OR r.state = 'waiting' AND r.deadline_ms <= ?)")
            arguments += [now]
        case let state?:
            conditions.append("r.state = ?")
            arguments += [state.rawValue]
        case nil: break
        }
        if let after = query.after {
            conditions.append("(r.deadline_ms, r.notification) < (?, ?)")
            arguments += [after.deadline.millisecondsSince1970, after.notification]
        }
        return (conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND "), arguments)
    }

    /// With whose purchase it is, who had it first before the others.
    private static func owned(_ listed: ListedRefundRequest, in database: StorageDatabase) throws -> ListedRefundRequest
    {
        var listed = listed
        listed.customer = try ChainOwners(database: database, chain: listed.request.chain).all().first?.claimant
            .customer
        return listed
    }

    private static func listedRefundRequest(_ row: StorageRow) throws -> ListedRefundRequest {
        guard let state = RefundRequestState(rawValue: try row.decode(atIndex: 9)) else {
            throw PurchaseServerError(.databaseDamaged, "a request for a refund has an unknown state")
        }
        return ListedRefundRequest(
            request: try refundRequest(row),
            reason: try row.decode(atIndex: 7),
            deadline: Date(millisecondsSince1970: try row.decode(atIndex: 8)),
            storedState: state,
            lastFailure: try row.decode(atIndex: 10),
            settledDate: try row.decode(Int64?.self, atIndex: 11).map(Date.init(millisecondsSince1970:))
        )
    }
}
