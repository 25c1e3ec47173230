import AppStoreModels
import Entitlements
import Foundation

/// What is told in all events of a change, found out once: an upload may bring thousands.
struct EntitlementsAfterwards {
    let date: Date
    let rules: EntitlementRules
    /// Whose purchases in the sandbox count.
    let sandbox: SandboxRule
    /// Everything known about the purchases that the change was about.
    private let chains: [ChainKey: PurchaseFacts]
    /// What is known about those of them of which nothing was known before.
    private let news: NewPurchases?
    /// Everything known about the purchases of customers of whom something was told.
    private(set) var facts: [CustomerID: PurchaseFacts] = [:]
    /// Who has some of them.
    private let owners: [ChainKey: [CustomerID]]
    private var customers: [CustomerID: Shown] = [:]
    private var endpoints: [WebhookEndpoint]?

    /// How many events of one change show much of what a customer has; the others show what they are about. Somebody who
    /// bought ten thousand things would otherwise fill the disk with events that each tell of all of them.
    static let maximumDetailedEvents = 20

    init(
        date: Date,
        rules: EntitlementRules,
        sandbox: SandboxRule,
        knowing facts: [ChainKey: PurchaseFacts] = [:],
        _ news: NewPurchases? = nil,
        owners: [ChainKey: [CustomerID]] = [:]
    ) {
        self.date = date
        self.rules = rules
        self.sandbox = sandbox
        (chains, self.news) = (facts, news)
        self.owners = owners
    }

    /// Who has a purchase, in the order of their names.
    func owners(of chain: ChainKey, in database: StorageDatabase) throws -> [CustomerID] {
        try owners[chain] ?? EventWriter.owners(of: chain, in: database)
    }

    /// Puts into an event what its customer has.
    mutating func show(in body: inout EventBody, of customer: CustomerID, in database: StorageDatabase) throws {
        if customers[customer] == nil {
            customers[customer] = Shown(
                entitlements: try entitlements(of: customer, in: database),
                countedEnvironments: try countedEnvironments(for: customer, in: database)
            )
        }
        customers[customer]?.show(in: &body)
    }

    /// What events show of a customer.
    private struct Shown {
        private let entitlements: [Entitlement]
        private let countedEnvironments: Set<AppStoreEnvironment>
        /// Made when there is more than an event shows.
        private var ranked: RankedEntitlements?
        /// How many have shown something.
        private var count = 0

        init(entitlements: [Entitlement], countedEnvironments: Set<AppStoreEnvironment>) {
            (self.entitlements, self.countedEnvironments) = (entitlements, countedEnvironments)
        }

        mutating func show(in body: inout EventBody) {
            body.countedEnvironments = countedEnvironments
            count += 1
            let limit = count <= EntitlementsAfterwards.maximumDetailedEvents ? RankedEntitlements.maximumCount : 1
            guard entitlements.count > limit else {
                body.entitlements = entitlements
                return
            }
            let ranked = ranked ?? RankedEntitlements(entitlements)
            if self.ranked == nil { self.ranked = ranked }
            body.entitlements = ranked.shown(about: body.chain, limit: limit)
            body.entitlementCount = entitlements.count
        }
    }

    /// The App Stores whose purchases count for a customer, whichever name a tester has.
    private func countedEnvironments(
        for customer: CustomerID,
        in database: StorageDatabase
    ) throws -> Set<AppStoreEnvironment> {
        guard !sandbox.testers.isEmpty, !sandbox.testers.contains(customer.value) else {
            return sandbox.environments(for: customer.value)
        }
        let names = CustomerNames(database: database)
        let aliases = try names.find(customer).map { try names.aliases(of: $0.person) } ?? []
        return sandbox.environments(for: aliases.map(\.alias.value).first(where: sandbox.testers.contains))
    }

    /// Who is told.
    mutating func endpoints(in database: StorageDatabase) throws -> [WebhookEndpoint] {
        if let endpoints { return endpoints }
        let found = try PurchaseDatabase.webhookEndpoints(in: database)
        endpoints = found
        return found
    }

    private mutating func entitlements(of customer: CustomerID, in database: StorageDatabase) throws -> [Entitlement] {
        let owned = chains.isEmpty ? nil : try PurchaseDatabase.chains(of: customer, in: database)
        if let news, let together = news.together, together.date == date, let owned,
            owned.count == news.known.count, owned.allSatisfy({ news.known[$0] != nil })
        {
            facts[customer] = together.facts
            return together.entitlements
        }
        let all = try facts(ofOwned: owned) ?? PurchaseDatabase.facts(of: customer, in: database)
        facts[customer] = all
        return all.entitlements(at: date, rules: rules)
    }

    /// Mostly a customer has nothing but what the change was about, and all of that was read before.
    ///
    /// - Returns: nil if it is to be read.
    private func facts(ofOwned owned: [ChainKey]?) -> PurchaseFacts? {
        guard let owned, owned.allSatisfy({ chains[$0] != nil }) else { return nil }
        if owned.count == 1, let only = owned.first.flatMap({ chains[$0] }) { return only }
        let all = owned.compactMap { chains[$0] }
        return PurchaseFacts(purchases: all.flatMap(\.purchases), renewals: all.flatMap(\.renewals))
    }
}
