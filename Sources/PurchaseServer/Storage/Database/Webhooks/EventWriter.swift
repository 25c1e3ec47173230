import AppStoreModels
import Entitlements
import Foundation

/// Writes down, in the transaction that changes what is known of a purchase, what happened to it.
///
/// Each chain has a row that says what was told last. Events follow from comparing that with what is true now, so nothing
/// is told twice and nothing is forgotten, in whatever order statements arrive and however long the server was away.
struct EventWriter: Sendable {
    var rules: EntitlementRules
    /// What the developer says about levels and balances.
    var customers = CustomerRules()
    /// Makes identifiers of events.
    let identifier: @Sendable () -> String
    /// Whether the App Store is asked about what ends, so that its answer is waited for.
    var asksAppStore = false
    /// Whether nothing is told: what stands now is taken for told, as when purchases are imported.
    var isSilent = false

    /// Compares what was kept with what was told of it.
    ///
    /// - Parameter known: Everything that is known about some of the chains, so that it is not read again.
    /// - Returns: What was found out about customers.
    @discardableResult
    func note(
        _ kept: KeptFacts,
        _ known: [ChainKey: PurchaseFacts],
        at date: Date,
        in database: StorageDatabase
    ) throws -> EntitlementsAfterwards {
        try note(
            kept.chains,
            untold: kept.new,
            known,
            kept.news,
            owners: kept.owners,
            at: date,
            in: database
        )
    }

    /// Compares chains with what was told of them.
    ///
    /// - Parameters:
    ///   - untold: Those of which nothing was told.
    ///   - known: Everything that is known about some of them, so that it is not read again.
    ///   - news: What is known about those of which nothing was known before.
    ///   - owners: Who has some of those of which nothing was known.
    /// - Returns: What was found out about customers.
    @discardableResult
    func note(
        _ chains: [ChainKey],
        untold: Set<ChainKey> = [],
        _ known: [ChainKey: PurchaseFacts] = [:],
        _ news: NewPurchases? = nil,
        owners: [ChainKey: [CustomerID]] = [:],
        at date: Date,
        in database: StorageDatabase
    ) throws -> EntitlementsAfterwards {
        // In a fixed order, so that the same facts make the same feed.
        let sorted = chains.sorted { $0.sortKey < $1.sortKey }
        var known = known
        for chain in sorted where known[chain] == nil {
            known[chain] = try PurchaseDatabase.facts(of: chain, in: database)
        }
        var afterwards = EntitlementsAfterwards(
            date: date,
            rules: rules,
            sandbox: customers.sandbox,
            knowing: known,
            news,
            owners: owners
        )
        let new = sorted.indices.filter { untold.contains(sorted[$0]) }
        let newsOfNew = WorkedAhead(new.count) { [self, known] place in
            try known[sorted[new[place]]].flatMap { try chainNews($0, since: nil, at: date) }
        }
        var newOnes = new[...]
        var events = EventBatch()
        for (place, chain) in sorted.enumerated() {
            let isNew = newOnes.first == place
            if isNew { newOnes.removeFirst() }
            let before = isNew ? nil : try told(of: chain, in: database)
            let ahead = isNew ? try newsOfNew.next() : nil
            let found = try ahead ?? known[chain].flatMap { try chainNews($0, since: before?.standing, at: date) }
            if let found { try write(found, of: chain, since: before, &events, &afterwards, in: database) }
        }
        if !events.isEmpty { try events.write(to: afterwards.endpoints(in: database), in: database) }
        guard ledgerTerms.countsPurchases else { return afterwards }
        // Of what is new nothing was ever spent.
        let concerned = try sorted.map { try owners[$0] ?? Self.beneficiaries(of: $0, in: database) }
        for customer in Set(concerned.joined()).sorted(by: { $0.value < $1.value }) {
            try noteBalances(of: customer, &afterwards, in: database)
        }
        return afterwards
    }

    private func chainNews(_ facts: PurchaseFacts, since told: PurchaseStanding?, at date: Date) throws -> ChainNews? {
        try ChainNews(facts, since: told, at: date, rules, asksAppStore: asksAppStore)
    }

    private func write(
        _ news: ChainNews,
        of chain: ChainKey,
        since before: Told?,
        _ events: inout EventBatch,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        if !isSilent {
            for change in news.changes { try write(change, of: chain, &events, &afterwards, in: database) }
        }
        let next = news.nextChange?.millisecondsSince1970
        if before?.standing == news.told, before?.nextChange == next { return }
        try database.cachedStatement(
            sql: """
                INSERT INTO purchase_standing (environment, original_transaction_id, content, next_change_ms)
                VALUES (?, ?, ?, ?) ON CONFLICT (environment, original_transaction_id) DO UPDATE SET
                    content = excluded.content, next_change_ms = excluded.next_change_ms
                """
        ).execute(arguments: [chain.environment.rawValue, chain.originalTransactionID, news.content, next])
    }

    /// What was told last.
    struct Told {
        let standing: PurchaseStanding
        /// When time alone changes it, in milliseconds since 1970.
        let nextChange: Int64?
    }

    func told(of chain: ChainKey, in database: StorageDatabase) throws -> Told? {
        try StorageRow.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT content, next_change_ms FROM purchase_standing
                    WHERE environment = ? AND original_transaction_id = ?
                    """
            ),
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        ).map { row in
            Told(
                standing: try StoredStanding.standing(in: row.decode(atIndex: 0)),
                nextChange: try row.decode(atIndex: 1)
            )
        }
    }

    /// One event for each customer whose the purchase is, or one without a customer.
    private func write(
        _ change: ChainChange,
        of chain: ChainKey,
        _ events: inout EventBatch,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        let owners = try afterwards.owners(of: chain, in: database)
        for customer in owners.isEmpty ? [nil] : owners.map(Optional.some) {
            var body = EventBody(identifier: identifier(), type: change.type, createdDate: afterwards.date)
            body.chain = chain
            body.customer = customer
            body.previousProductID = change.previousProductID
            body.standing = change.standing
            body.latestTransactionID = change.latestTransactionID
            if let customer { try afterwards.show(in: &body, of: customer, in: database) }
            try events.add(body, to: afterwards.endpoints(in: database), in: database)
        }
    }

    /// Whose balances a purchase may change. Who had it when it was spent of has its credits for ever, whoever has it now.
    static func beneficiaries(of chain: ChainKey, in database: StorageDatabase) throws -> [CustomerID] {
        try owners(of: chain, in: database) + ChainOwners(database: database, chain: chain).credited()
    }

    static func owners(of chain: ChainKey, in database: StorageDatabase) throws -> [CustomerID] {
        try String.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT customer FROM customer_chain WHERE environment = ? AND original_transaction_id = ?
                    ORDER BY customer
                    """
            ),
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        ).map(CustomerID.init(stored:))
    }

    /// Hands a notification of the App Store on as it came, to endpoints that asked for them.
    ///
    /// - Parameter afterwards: What was found out when what it states was noted.
    func forward(
        _ notification: ReceivedNotification,
        _ afterwards: inout EntitlementsAfterwards,
        in database: StorageDatabase
    ) throws {
        guard !isSilent else { return }
        let environment = notification.environment
        let endpoints = try afterwards.endpoints(in: database).filter { $0.wantsNotification(of: environment) }
        guard !endpoints.isEmpty else { return }
        let event = EventBody(
            identifier: identifier(),
            type: .appStoreNotification,
            createdDate: notification.receivedAt
        )
        try Self.write(event, body: notification.body, to: endpoints, in: database)
    }

    /// Adds an event to the feed, and a delivery for the only endpoint that gets it, whatever it wants.
    static func write(_ event: EventBody, onlyTo endpoint: String, in database: StorageDatabase) throws {
        let endpoints = try PurchaseDatabase.webhookEndpoints(in: database).filter { $0.identifier == endpoint }
        try write(event, body: event.octets, to: endpoints, in: database)
    }

    /// Adds an event to the feed, and a delivery for each of the endpoints that wants it.
    static func write(_ event: EventBody, to endpoints: [WebhookEndpoint], in database: StorageDatabase) throws {
        try write(event, event.octets, to: endpoints, in: database)
    }

    /// - Parameter octets: What the event says, where it was worked out before.
    static func write(
        _ event: EventBody,
        _ octets: Data,
        to endpoints: [WebhookEndpoint],
        in database: StorageDatabase
    ) throws {
        let interested = endpoints.filter { $0.wants(event.type, of: event.chain?.environment) }
        try write(event, body: octets, to: interested, in: database)
    }

    private static func write(
        _ event: EventBody,
        body: Data,
        to endpoints: [WebhookEndpoint],
        in database: StorageDatabase
    ) throws {
        let date = event.createdDate.millisecondsSince1970
        let number = try database.insert(
            sql: "INSERT INTO purchase_event (identifier, type, customer, created_ms, body) VALUES (?, ?, ?, ?, ?)",
            arguments: [event.identifier, event.type.rawValue, event.customer?.value, date, body],
            numbering: "number"
        )
        for endpoint in endpoints {
            try database.cachedStatement(
                sql: """
                    INSERT INTO webhook_delivery (endpoint, event, state, attempts, next_ms, created_ms)
                    VALUES (?, ?, 'pending', 0, ?, ?)
                    """
            ).execute(arguments: [endpoint.identifier, number, date, date])
        }
    }
}

extension ChainKey {
    /// By which purchases are put in a fixed order.
    var sortKey: (String, String) { (environment.rawValue, originalTransactionID) }
}
