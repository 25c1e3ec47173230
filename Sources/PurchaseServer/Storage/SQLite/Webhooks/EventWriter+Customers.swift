import AppStoreModels
import Entitlements
import Foundation
import GRDB

// What happens to customers beside what the App Store states: transfers, grants, balances.

extension EventWriter {
    var ledgerTerms: LedgerTerms {
        LedgerTerms(rules: customers.ledger, sandbox: customers.sandbox, clockTolerance: rules.clockTolerance)
    }

    /// A purchase went from some customers to another one: each of them hears of it.
    ///
    /// To be called when the purchase is the receiver's already, so that what follows from it is told, too.
    func noteTransfer(
        of chain: ChainKey,
        from givers: [CustomerID],
        to receiver: CustomerID,
        at date: Date,
        in database: Database
    ) throws {
        for giver in givers where giver != receiver {
            let parties: JSONObject = ["from": .string(giver.value), "to": .string(receiver.value)]
            try write(.purchaseTransferredOut, of: chain, to: giver, parties, at: date, in: database)
            try write(.purchaseTransferredIn, of: chain, to: receiver, parties, at: date, in: database)
        }
        for customer in givers + [receiver] { try noteBalances(of: customer, at: date, in: database) }
    }

    /// Something happened to a grant.
    func note(
        _ type: PurchaseEventType,
        _ grant: Grant,
        of customer: CustomerID,
        at date: Date,
        in database: Database
    ) throws {
        let record = try SQLiteStorage.record(of: customer, in: database)
        let access = AccessStatement(
            entitlements: entitlements(of: record, at: date),
            grants: record.grants.map(\.grant),
            at: date,
            catalogue: customers.levels,
            sandbox: customers.sandbox,
            customer: record.name(forSandbox: customers.sandbox)
        )
        let levels = access.levels.filter(\.isActive).map { JSONValue.object($0.json) }
        let details: JSONObject = ["grant": .object(grant.json), "levels": .array(levels)]
        try write(type, of: nil, to: customer, details, at: date, in: database)
    }

    /// Tells of grants that have come to their end.
    ///
    /// - Returns: How many there were; as many as `limit` if there may be more.
    func noteEndedGrants(at date: Date, limit: Int, in database: Database) throws -> Int {
        let ended = try GrantRows.ended(at: date, limit: limit, in: database)
        for (customer, grant) in ended {
            try note(.grantEnded, grant, of: customer, at: date, in: database)
        }
        return ended.count
    }

    /// Compares a customer's balances with what was told of them.
    func noteBalances(of customer: CustomerID, at date: Date, in database: Database) throws {
        guard let person = try CustomerNames(database: database).find(customer)?.person else { return }
        let told = ToldBalances(database: database, person: person)
        let before = try told.all()
        let record = try SQLiteStorage.record(of: customer, in: database)
        let now = try ledgerTerms.ledger(of: record, at: date).balances
        let currencies = Set(before.keys).union(now.keys).sorted { $0.rawValue < $1.rawValue }
        for currency in currencies where before[currency, default: 0] != now[currency, default: 0] {
            let balance = now[currency, default: 0]
            var details: JSONObject = ["currency": .string(currency.rawValue)]
            details[integer: "amount"] = balance.subtractingReportingOverflow(before[currency, default: 0]).partialValue
            details[integer: "balance"] = balance
            try write(.balanceChanged, of: nil, to: customer, details, at: date, in: database)
            try told.set(balance, of: currency)
        }
    }

    private func write(
        _ type: PurchaseEventType,
        of chain: ChainKey?,
        to customer: CustomerID,
        _ details: JSONObject,
        at date: Date,
        in database: Database
    ) throws {
        var body = EventBody(identifier: identifier(), type: type, createdDate: date)
        body.chain = chain
        body.customer = customer
        body.details = details
        let facts = try SQLiteStorage.facts(of: customer, in: database)
        body.entitlements = facts.entitlements(at: date, rules: rules)
        try Self.write(body, in: database)
    }

    private func entitlements(of record: CustomerRecord, at date: Date) -> [Entitlement] {
        record.facts.dated(notAfter: date.addingTimeInterval(rules.clockTolerance)).entitlements(at: date, rules: rules)
    }
}
