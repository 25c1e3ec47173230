import AppStoreModels
import Entitlements
import Foundation
import Logging
import PurchaseFigures

extension PurchaseDatabase {
    /// A subject that is marked, and what was known of it when it was read.
    struct DueFigures: Sendable {
        let scope: String
        let name: String
        /// Another number each time it is marked; if it is none of this when it is booked, there is more to know.
        let mark: Int64
        /// nil for what cannot be read.
        var known: KnownPurchases?
    }

    enum KnownPurchases: Sendable {
        case chain(PurchaseFacts)
        case person(CustomerPurchases?)
    }

    /// Reading and folding are done beside the writer, which only writes down what came out. Chains come before people:
    /// what is new of a chain is new of whoever has it.
    package func bookFigures(atMost limit: Int, by rules: BookingRules) async throws -> Int {
        let due = try await dueFigures(atMost: limit)
        if !due.isEmpty { try await book(due, by: rules) }
        return due.count
    }

    /// Some of those that are marked.
    func dueFigures(atMost limit: Int) async throws -> [DueFigures] {
        try await read { database in
            try StorageRow.fetchAll(
                database.cachedStatement(sql: "SELECT scope, name, mark FROM figure_due ORDER BY scope DESC LIMIT ?"),
                arguments: [limit]
            ).map { row in
                var due = DueFigures(
                    scope: try row.decode(atIndex: 0),
                    name: try row.decode(atIndex: 1),
                    mark: try row.decode(atIndex: 2)
                )
                due.known = try known(of: due, in: database)
                return due
            }
        }
    }

    /// Books those of them of which nothing more is known meanwhile.
    func book(_ due: [DueFigures], by rules: BookingRules) async throws {
        let booked = due.map { due in (due, contributions(due.known, rules)) }
        try await write { database in
            var book = FigureBook(database: database)
            for (due, contributions) in booked {
                // Another one who books may have been faster, and with what came later: what was read here would undo it.
                guard try Self.settle(due.scope, due.name, due.mark, in: database) else { continue }
                guard let subject = FigureSubject(scope: due.scope, name: due.name) else { continue }
                // What cannot be read stays as it was booked before.
                if let contributions { try book.book(contributions, of: subject) }
                try Self.markOwners(of: subject, in: database)
            }
            try book.finish()
        }
    }

    private func known(of due: DueFigures, in database: StorageDatabase) throws -> KnownPurchases? {
        try readable {
            switch FigureSubject(scope: due.scope, name: due.name) {
            case .chain(let chain): .chain(try Self.statements(of: chain, in: database))
            case .person(let number): .person(try Self.purchases(of: number, in: database))
            case nil: nil
            }
        }
    }

    /// What somebody reads; nil where it is damaged, which must not keep everybody else out of the figures.
    func readable<Value>(_ read: () throws -> Value?) throws -> Value? {
        do { return try read() } catch let error as PurchaseServerError where error.code == .databaseDamaged {
            logger.error("a purchase was passed over in figures", metadata: ["error": "\(error.reason)"])
            return nil
        }
    }

    /// What a person bought: chains that several have count for whoever had them first.
    ///
    /// - Returns: nil if there is no such person, or the number is that of another name of somebody.
    private static func purchases(of person: Int64, in database: StorageDatabase) throws -> CustomerPurchases? {
        let naming = try database.cachedStatement(
            sql: "SELECT name, since_ms FROM customer_name WHERE number = ? AND owner IS NULL"
        )
        guard let row = try StorageRow.fetchOne(naming, arguments: [person]) else { return nil }
        let reading = try database.cachedStatement(
            sql: """
                SELECT f.kind, f.content, f.last_stated_ms, f.digest FROM customer_chain c
                JOIN fact f ON f.environment = c.environment
                    AND f.original_transaction_id = c.original_transaction_id
                WHERE c.customer = ? AND \(Self.isFirstOwner)
                """
        )
        let name = try row.decode(String.self, atIndex: 0)
        return CustomerPurchases(
            firstSeen: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
            facts: try facts(in: StorageRow.fetchCursor(reading, arguments: [name]))
        )
    }

    /// Of the purchases `c` of somebody those that nobody else has had before.
    static let isFirstOwner = """
        NOT EXISTS (SELECT 1 FROM customer_chain o WHERE o.environment = c.environment
            AND o.original_transaction_id = c.original_transaction_id
            AND (o.linked_ms, o.customer) < (c.linked_ms, c.customer))
        """

    private func contributions(_ known: KnownPurchases?, _ rules: BookingRules) -> [Contribution]? {
        switch known {
        case .chain(let facts): rules.rules.contributions(of: facts, app: rules.app)
        case .person(let purchases): purchases?.contributions(app: rules.app, rules: rules.rules) ?? []
        case nil: nil
        }
    }

    private static func markOwners(of subject: FigureSubject, in database: StorageDatabase) throws {
        guard case .chain(let chain) = subject else { return }
        try database.cachedStatement(
            sql: """
                INSERT INTO figure_due (scope, name) \(FigureTriggers.owners(ofChain: "?1", "?2"))
                ON CONFLICT (scope, name) DO UPDATE SET mark = figure_due.mark + 1
                """
        ).execute(arguments: [chain.environment.rawValue, chain.originalTransactionID])
    }

    /// Takes the mark away.
    ///
    /// - Returns: false if it is gone, or there is more to know meanwhile.
    static func settle(_ scope: String, _ name: String, _ mark: Int64, in database: StorageDatabase) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM figure_due WHERE scope = ? AND name = ? AND mark = ?")
            .execute(arguments: [scope, name, mark])
        return try database.changesCount > 0
    }
}
