import AppStoreModels
import Foundation
import TestSupport

/// The customers of the story, and what they and the App Store do with their purchases.
struct StoryCustomers: Sendable {
    let store: StoryStore
    let apps: StoryApps
    /// Those who do what comes to their minds.
    let accounts = (1...9).map { "customer-\($0)" }
    /// Those of whom every notification is lost, and whose apps are opened only once: one renews, one cancels, one gets the
    /// money back. Polling alone finds that out.
    let silent: [String]

    static let season = "com.example.flowershop.season"
    static let bouquet = "com.example.flowershop.club.bouquet"

    /// - Parameter hasSilent: Whether there are customers whose notifications are all lost.
    init(store: StoryStore, apps: StoryApps, hasSilent: Bool) {
        (self.store, self.apps) = (store, apps)
        silent = hasSilent ? ["silent-renews", "silent-cancels", "silent-refunded"] : []
    }

    /// Everybody comes.
    func come() async throws {
        for account in accounts + silent {
            try await store.server.ask("POST", "/control/accounts", ["id": .string(account)], expecting: 201)
        }
    }

    /// Everybody buys a subscription.
    func subscribe(using random: inout SeededGenerator) async throws {
        for account in accounts + silent {
            let products = [Template.subscription, Self.bouquet]
            try await buy(products.randomElement(using: &random) ?? Self.bouquet, account)
        }
    }

    /// What the silent ones do, once their apps have told the server of what they bought.
    func fallSilent() async throws {
        for account in silent {
            for subscription in try await store.list("subscriptions", of: account) {
                guard let id = subscription[string: "originalTransactionId"] else { continue }
                if account == "silent-cancels" { try await turnRenewal(false, id) }
                guard account == "silent-refunded", let paid = subscription[string: "latestTransactionId"] else {
                    continue
                }
                try await command("transactions/\(paid)/refund")
            }
        }
    }

    /// Something that one of them does, or that happens to one.
    func act(using random: inout SeededGenerator) async throws {
        guard let account = accounts.randomElement(using: &random) else { return }
        try await store.tick()
        let transactions = try await store.list("transactions", of: account)
        let subscription = try await store.list("subscriptions", of: account).first
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try await buy(Template.consumable, account)
        case 2: try await buyOnce(Template.nonConsumable, account, transactions)
        case 3: try await buyOnce(Self.season, account, transactions)
        case 4, 5: try await subscribe(account, subscription, using: &random)
        case 6: try await change(subscription)
        case 7: try await toggleRenewal(subscription)
        case 8: try await refund(transactions, using: &random)
        case 9: try await reverse(transactions, using: &random)
        case 10: try await extend(subscription)
        default: try await toggleCharges(account)
        }
        if Int.random(in: 0..<6, using: &random) == 0 { try await openApp(of: account) }
    }

    /// Opens an app, which tells the server what its receipt says.
    func openApp(of account: String) async throws {
        // Asked for before the receipt, so that all of these are in it.
        let transactions = try await store.list("transactions", of: account).compactMap { $0[string: "transactionId"] }
        apps.tell(receipt: try await store.server.receipt(of: account), of: account, with: Set(transactions))
    }

    // MARK: What can happen

    private func buy(_ product: String, _ account: String) async throws {
        let (answer, transaction) = try await store.server.buy(product, account: account)
        guard let transaction else { return try Self.refused(answer, "buying \(product)") }
        let path = "/control/transactions/\(transaction)/signed"
        let signed = try await store.server.ask("GET", path, expecting: 200)
        guard let jws = signed[string: "jws"] else { throw Fall("the store answered no signed transaction") }
        apps.tell(signed: jws, of: account, transaction: transaction)
        try await openApp(of: account)
    }

    private func buyOnce(_ product: String, _ account: String, _ transactions: [JSONObject]) async throws {
        guard !transactions.contains(where: { $0[string: "productId"] == product }) else { return }
        try await buy(product, account)
    }

    private func subscribe(
        _ account: String,
        _ subscription: JSONObject?,
        using random: inout SeededGenerator
    ) async throws {
        guard !Self.isLive(subscription) else { return }
        try await buy(Bool.random(using: &random) ? Template.subscription : Self.bouquet, account)
    }

    /// To the higher level at once, to the lower one with the next period.
    private func change(_ subscription: JSONObject?) async throws {
        guard let subscription, Self.isLive(subscription), let id = subscription[string: "originalTransactionId"] else {
            return
        }
        let isLow = subscription[string: "autoRenewProductId"] == Template.subscription
        let product: JSONValue = .string(isLow ? Self.bouquet : Template.subscription)
        try await command("subscriptions/\(id)/renewal-product", ["productId": product])
    }

    private func toggleRenewal(_ subscription: JSONObject?) async throws {
        guard let subscription, Self.isLive(subscription), let id = subscription[string: "originalTransactionId"] else {
            return
        }
        try await turnRenewal(subscription[integer: "autoRenewStatus"] != 1, id)
    }

    private func turnRenewal(_ isOn: Bool, _ subscription: String) async throws {
        try await command("subscriptions/\(subscription)/auto-renew", ["enabled": .bool(isOn)])
    }

    private func refund(_ transactions: [JSONObject], using random: inout SeededGenerator) async throws {
        let kept = transactions.filter { $0["revocationDate"] == nil }
        guard let id = kept.randomElement(using: &random)?[string: "transactionId"] else { return }
        try await command("transactions/\(id)/refund")
    }

    private func reverse(_ transactions: [JSONObject], using random: inout SeededGenerator) async throws {
        let refunded = transactions.filter { $0["revocationDate"] != nil }
        guard let id = refunded.randomElement(using: &random)?[string: "transactionId"] else { return }
        try await command("transactions/\(id)/reverse-refund")
    }

    private func extend(_ subscription: JSONObject?) async throws {
        guard Self.isLive(subscription), let id = subscription?[string: "originalTransactionId"] else { return }
        try await command("subscriptions/\(id)/extend", ["extendByDays": 3])
    }

    /// The customer's card expires, or a new one is put in.
    private func toggleCharges(_ account: String) async throws {
        let json = try await store.server.ask("GET", "/control/accounts/\(account)", expecting: 200)
        let change: JSONValue = ["renewalChargesFail": .bool(json[boolean: "renewalChargesFail"] != true)]
        try await store.server.ask("PATCH", "/control/accounts/\(account)", change, expecting: 200)
    }

    private func command(_ path: String, _ body: JSONValue? = nil) async throws {
        // Since the customer was looked at, the server may have been answered: what holds from now on is stated later than that.
        try await store.tick()
        let answer = try await store.server.ask("POST", "/control/\(path)", body)
        if answer.status != 200 { try Self.refused(answer, path) }
    }

    /// What does not fit the state is refused, and that is all right; the clock has gone on since the state was asked for.
    private static func refused(_ answer: Answer, _ what: String) throws {
        try hold(answer.status == 409, "\(what) was answered \(answer.line)")
    }

    /// Active, in billing retry or in the grace period.
    private static func isLive(_ subscription: JSONObject?) -> Bool {
        [1, 3, 4].contains(subscription?[integer: "status"] ?? 0)
    }
}
