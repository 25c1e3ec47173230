import AppStoreModels
import Entitlements
package import Foundation

extension PurchaseDatabase: CustomerStorage {
    package func makeAnonymousCustomer(token: UUID, at date: Date) async throws -> CustomerID {
        try await write { database in
            let names = CustomerNames(database: database)
            let made = try names.remember(CustomerID(anonymous: token), at: date)
            // The server has made the token a moment ago, so it is nobody's yet.
            let name = CustomerID(appAccountToken: token)
            if try names.find(name) == nil {
                try names.merge(names.remember(name, at: date), into: made)
            }
            return made.customer
        }
    }

    package func countingName(of name: CustomerID) async throws -> CustomerID {
        try await look(CustomerNames.question(about: name))?.customer ?? name
    }

    package func record(of customer: CustomerID) async throws -> CustomerRecord {
        try await record(of: customer, knowing: nil)
    }

    /// The same, which may be some seconds behind.
    func recentRecord(of customer: CustomerID) async throws -> CustomerRecord {
        try await readBehind(about: customer) { [countsCredits] database in
            try Self.record(of: customer, countsCredits: countsCredits, in: database)
        }
    }

    /// - Parameter known: What was known a moment ago, which is read again if anything has changed since.
    func record(of customer: CustomerID, knowing known: KnownCustomer?) async throws -> CustomerRecord {
        try await read { [countsCredits] database in
            try Self.record(of: customer, knowing: known, countsCredits: countsCredits, in: database)
        }
    }

    /// Whether anything may follow from what was credited to whom.
    var countsCredits: Bool { events?.ledgerTerms.countsPurchases ?? true }

    /// - Parameter countsCredits: Whether anything follows from ``CustomerRecord/credits``; if not, nobody looks for them.
    static func record(
        of customer: CustomerID,
        knowing known: KnownCustomer? = nil,
        countsCredits: Bool,
        in database: StorageDatabase
    ) throws -> CustomerRecord {
        let names = CustomerNames(database: database)
        guard let found = try names.find(customer) else {
            var record = CustomerRecord(customer: customer)
            record.pendingUploads = try pendingUploadCount(of: customer, in: database)
            return record
        }
        var record = CustomerRecord(customer: found.customer)
        record.createdDate = found.since
        record.aliases = try names.aliases(of: found.person)
        record.pendingUploads = try pendingUploadCount(of: found.customer, in: database)
        record.facts = try unchanged(known, of: found, in: database) ?? facts(of: found.customer, in: database)
        let ledger = LedgerRows(database: database, person: found.person)
        if countsCredits { record.credits = try ledger.credits(of: found.customer, among: record.facts) }
        record.calls = try ledger.calls()
        record.grants = try GrantRows(database: database, person: found.person).all()
        return record
    }

    private static func unchanged(
        _ known: KnownCustomer?,
        of found: CustomerNames.Found,
        in database: StorageDatabase
    ) throws -> PurchaseFacts? {
        guard let known, known.person == found.person,
            try revision(of: found.person, in: database) == known.revision
        else { return nil }
        return known.facts
    }

    package func merge(
        _ alias: CustomerID,
        into account: CustomerID,
        endsTokens: Bool,
        _ note: AuditNote
    ) async throws -> MergeOutcome {
        try await write { [events] database in
            let names = CustomerNames(database: database)
            let known = try names.find(alias)
            if let known, try known.person == names.find(account)?.person { return .known }
            guard alias != account else {
                _ = try names.remember(account, at: note.date)
                return .known
            }
            guard known?.givesWay ?? true else { return .otherAccount }
            let target = try names.remember(account, at: note.date)
            let source = try known ?? names.remember(alias, at: note.date)
            let count = try names.numbers(of: target.person).count + names.numbers(of: source.person).count
            guard count <= CustomerNames.maximumAliases + 1 else { return .tooManyAliases }
            // Afterwards they would be the account's, which may never have had one and would need one from then on.
            if endsTokens { try CustomerTokenRows(database: database, date: note.date).forgetAll(of: source.person) }
            try names.merge(source, into: target)
            try Self.moveChains(of: source.customer, to: target.customer, in: database)
            try AuditWriter(database: database).write(.merged, from: source.person, to: target.person, note)
            try ToldBalances(database: database, person: source.person).forget()
            // Of a name that nobody has ever heard of there is nothing to tell.
            if known != nil {
                try events?.noteMerge(of: source.customer, into: target.customer, at: note.date, in: database)
            }
            try events?.noteBalances(of: target.customer, at: note.date, in: database)
            return .merged
        }
    }

    /// What both have they have had since the first of them had it.
    private static func moveChains(of source: CustomerID, to target: CustomerID, in database: StorageDatabase) throws {
        try database.execute(
            sql: """
                INSERT INTO customer_chain
                    (customer, environment, original_transaction_id, linked_ms, claimed_ms, is_by_hand)
                SELECT ?, environment, original_transaction_id, linked_ms, claimed_ms, is_by_hand
                FROM customer_chain WHERE customer = ?
                ON CONFLICT (customer, environment, original_transaction_id) DO UPDATE SET
                    linked_ms = CASE WHEN customer_chain.linked_ms > excluded.linked_ms
                        THEN excluded.linked_ms ELSE customer_chain.linked_ms END,
                    claimed_ms = CASE WHEN customer_chain.claimed_ms < excluded.claimed_ms
                        THEN excluded.claimed_ms ELSE customer_chain.claimed_ms END,
                    is_by_hand = customer_chain.is_by_hand OR excluded.is_by_hand
                """,
            arguments: [target.value, source.value]
        )
        try database.execute(sql: "DELETE FROM customer_chain WHERE customer = ?", arguments: [source.value])
    }

    package func transfer(_ order: TransferOrder, _ note: AuditNote) async throws -> TransferOutcome {
        try await write { [events] database in
            try Transfer(database: database, order: order, note: note, events: events).run()
        }
    }

    package func erase(_ customer: CustomerID, _ note: AuditNote) async throws -> Bool {
        try await write { try Erasure(database: $0, date: note.date).erase(customer, note) }
    }

    package func export(of customer: CustomerID) async throws -> CustomerExport? {
        try await read { [countsCredits] database in
            let record = try Self.record(of: customer, countsCredits: countsCredits, in: database)
            guard record.createdDate != nil || record.pendingUploads > 0 else { return nil }
            return CustomerExport(
                subscriber: try Self.subscriber(customer, countsCredits: countsCredits, in: database),
                audit: try AuditReader(database: database).entries(of: record.customer).reversed(),
                refundRequests: try Self.refundRequests(about: record.customer, limit: .max, in: database),
                platform: try Self.platform(of: record.customer, in: database)
            )
        }
    }

    package func audit(of customer: CustomerID, before number: Int64?, limit: Int) async throws -> [AuditEntry] {
        try await read { database in
            try AuditReader(database: database).entries(of: customer, before: number, limit: limit)
        }
    }
}
