import AppStoreModels
import Entitlements
import Foundation

// What happens to customers beside what the App Store states: transfers, grants, balances.

extension EventWriter {
    var ledgerTerms: LedgerTerms {
        LedgerTerms(rules: customers.ledger, sandbox: customers.sandbox, clockTolerance: rules.clockTolerance)
    }

    /// Purchases went from some customers to others, or became somebody's: each of them hears of it.
    ///
    /// To be called once for all that a change moves, when the purchases are the receivers' already: what each customer
    /// has is worked out once, and what follows from it is told, too.
    ///
    /// - Parameter isNotedNext: Whether ``note(_:_:at:in:)`` follows for the chains in the same transaction, which compares the
    ///   balances of those who have them then.
    func note(_ moves: [PurchaseMove], at date: Date, isNotedNext: Bool = false, in database: StorageDatabase) throws {
        guard !moves.isEmpty else { return }
        var afterwards = EntitlementsAfterwards(date: date, rules: rules, sandbox: customers.sandbox)
        for move in moves {
            let givers = move.givers.filter { $0 != move.receiver }
            if givers.isEmpty { try noteAssignment(of: move.chain, to: move.receiver, &afterwards, in: database) }
            for giver in givers {
                let parties: JSONObject = ["from": .string(giver.value), "to": .string(move.receiver.value)]
                try write(.purchaseTransferredOut, of: move.chain, to: giver, parties, &afterwards, in: database)
                try write(.purchaseTransferredIn, of: move.chain, to: move.receiver, parties, &afterwards, in: database)
            }
        }
        // Where no purchase gives credits a move changes no balance, and nobody's whole record has to be read.
        guard ledgerTerms.countsPurchases else { return }
        var concerned = Set(moves.flatMap { $0.givers + [$0.receiver] })
        if isNotedNext {
            for move in moves { concerned.subtract(try Self.beneficiaries(of: move.chain, in: database)) }
        }
        for customer in concerned.sorted(by: { $0.value < $1.value }) {
            try noteBalances(of: customer, &afterwards, in: database)
        }
    }

    /// A purchase of which everything was told before somebody had it becomes a customer's: how it stands is told again, to
    /// the customer, because nothing else may ever be.
    private func noteAssignment(
        of chain: ChainKey,
        to customer: CustomerID,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        guard let told = try told(of: chain, in: database) else { return }
        try write(.purchaseAssigned, of: chain, to: customer, [:], standing: told.standing, &afterwards, in: database)
    }

    /// A person who was known by one name is known by another one from now on.
    func noteMerge(of alias: CustomerID, into account: CustomerID, at date: Date, in database: StorageDatabase) throws {
        var afterwards = EntitlementsAfterwards(date: date, rules: rules, sandbox: customers.sandbox)
        let parties: JSONObject = ["from": .string(alias.value), "to": .string(account.value)]
        try write(.customersMerged, of: nil, to: account, parties, &afterwards, in: database)
    }

    /// Something happened to a grant.
    func note(
        _ type: PurchaseEventType,
        _ grant: Grant,
        of customer: CustomerID,
        at date: Date,
        in database: StorageDatabase
    ) throws {
        guard !isSilent else { return }
        // Credits change no entitlement.
        let record = try PurchaseDatabase.record(of: customer, countsCredits: false, in: database)
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
        var afterwards = EntitlementsAfterwards(date: date, rules: rules, sandbox: customers.sandbox)
        try write(type, of: nil, to: customer, details, &afterwards, in: database)
    }

    /// Tells of grants that have come to their end.
    ///
    /// - Returns: How many there were, as many as `limit` if there may be more; and which could not be read.
    func noteEndedGrants(
        at date: Date,
        limit: Int,
        in database: StorageDatabase
    ) throws -> (count: Int, passed: [PurchaseDatabase.PassedOver]) {
        let ended = try GrantRows.ended(at: date, limit: limit, in: database)
        var passed: [PurchaseDatabase.PassedOver] = []
        for row in ended {
            do {
                try database.inSavepoint {
                    let (customer, grant) = try row.read()
                    try note(.grantEnded, grant, of: customer, at: date, in: database)
                }
            } catch let error where PurchaseDatabase.isDamage(error) {
                // It counts as told: one that cannot be read must not keep all others from being told.
                passed.append(PurchaseDatabase.PassedOver(what: "a grant", reason: "\(error)"))
            }
        }
        return (ended.count, passed)
    }

    /// Compares a customer's balances with what was told of them.
    func noteBalances(of customer: CustomerID, at date: Date, in database: StorageDatabase) throws {
        var afterwards = EntitlementsAfterwards(date: date, rules: rules, sandbox: customers.sandbox)
        try noteBalances(of: customer, &afterwards, in: database)
    }

    /// The same, where more is told of the change.
    func noteBalances(
        of customer: CustomerID,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        guard let found = try CustomerNames(database: database).find(customer) else { return }
        let record = try PurchaseDatabase.record(
            of: found.customer,
            countsCredits: ledgerTerms.countsPurchases,
            in: database
        )
        let balances = try ledgerTerms.ledger(of: record, at: afterwards.date).balances
        try note(balances, of: found, &afterwards, in: database)
    }

    /// Compares balances with what was told of them.
    func note(
        _ balances: [LedgerCurrency: Int64],
        of customer: CustomerNames.Found,
        at date: Date,
        in database: StorageDatabase
    ) throws {
        var afterwards = EntitlementsAfterwards(date: date, rules: rules, sandbox: customers.sandbox)
        try note(balances, of: customer, &afterwards, in: database)
    }

    private func note(
        _ now: [LedgerCurrency: Int64],
        of customer: CustomerNames.Found,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        let told = ToldBalances(database: database, person: customer.person)
        let before = try told.all()
        let currencies = Set(before.keys).union(now.keys).sorted { $0.rawValue < $1.rawValue }
        for currency in currencies where before[currency, default: 0] != now[currency, default: 0] {
            let balance = now[currency, default: 0]
            var details: JSONObject = ["currency": .string(currency.rawValue)]
            details[integer: "amount"] = balance.subtractingReportingOverflow(before[currency, default: 0]).partialValue
            details[integer: "balance"] = balance
            try write(.balanceChanged, of: nil, to: customer.customer, details, &afterwards, in: database)
            try told.set(balance, of: currency)
        }
    }

    private func write(
        _ type: PurchaseEventType,
        of chain: ChainKey?,
        to customer: CustomerID,
        _ details: JSONObject,
        standing: PurchaseStanding? = nil,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        guard !isSilent else { return }
        var body = EventBody(identifier: identifier(), type: type, createdDate: afterwards.date)
        body.chain = chain
        body.customer = customer
        body.details = details
        body.standing = standing
        try afterwards.show(in: &body, of: customer, in: database)
        try Self.write(body, to: afterwards.endpoints(in: database), in: database)
    }

    private func entitlements(of record: CustomerRecord, at date: Date) -> [Entitlement] {
        record.facts.dated(notAfter: date.addingTimeInterval(rules.clockTolerance)).entitlements(at: date, rules: rules)
    }
}
