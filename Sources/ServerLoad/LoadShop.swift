package import AppStoreModels
package import AppStoreTrust
package import Foundation
package import LocalAppStore
import Locking
import StoreConfiguration

/// A store in this process whose customers subscribe and renew: the source of everything that is uploaded and sent. A purchase
/// server that trusts the root of its authority takes all of it for genuine.
///
/// What it makes follows from seed, count and moment. The subscriptions begin on different days of a month, so that renewals
/// are spread, and the newest of everything is of the past: no server takes it for the future.
package struct LoadShop: Sendable {
    /// The only product, a subscription by the month.
    package static let product = "load.monthly"
    /// How many months there may be between the first purchase and now.
    package static let maximumRenewals = 24

    private let store: LocalAppStore
    private let notifications: [StoreEvent]
    private let accounts: [String]
    private let seed: UInt64

    /// Lets customers subscribe and renew until now.
    ///
    /// - Parameters:
    ///   - customers: How many there are.
    ///   - renewals: How often each renews; at most ``maximumRenewals``.
    ///   - app: What they buy in.
    ///   - authority: Whose root the server trusts.
    ///   - date: Now.
    ///   - environment: In which App Store they buy.
    /// - Throws: `StoreError`.
    package init(
        customers: Int,
        renewals: Int,
        app: StoreApp,
        authority: CertificateAuthority,
        seed: UInt64,
        date: Date,
        environment: AppStoreEnvironment
    ) throws {
        let months = min(max(renewals, 1), Self.maximumRenewals)
        // The last of 28 days of beginnings has renewed as often as the first; no month has more than 31 days.
        let start = date.addingTimeInterval(-Double(months * 31 + 29) * 86_400)
        store = LocalAppStore(
            configuration: try Self.catalogue(),
            app: app,
            authority: authority,
            start: start,
            seed: seed,
            environment: environment
        )
        let heard = Locked<[StoreEvent]>([])
        let observation = store.observe { event in
            if event.notification != nil { heard.withLock { $0.append(event) } }
        }
        defer { observation.cancel() }
        accounts = (0..<customers).map { "load-\(seed)-\($0)" }
        self.seed = seed
        for (number, account) in accounts.enumerated() {
            let begins = start.addingTimeInterval(Double(number) / Double(customers) * 28 * 86_400)
            try store.advance(to: begins)
            try store.createAccount(id: account)
            try store.buy(productID: Self.product, account: account)
        }
        try store.advance(to: date.addingTimeInterval(-3_600))
        notifications = heard.withLock { $0 }
    }

    /// The names of the customers.
    package var customers: [String] { accounts }

    /// What a customer's app would upload, one after the other, the oldest first: the bodies.
    package func uploads(of account: String, atMost limit: Int) throws -> [Data] {
        let transactions = store.transactions(account: account).sorted { $0.purchaseDate < $1.purchaseDate }
        return try transactions.prefix(limit).map { transaction in
            let signed = try store.signedTransaction(transaction.transactionID)
            return Data(#"{"signedTransactions":["\#(signed)"]}"#.utf8)
        }
    }

    /// How many notifications the store has to send.
    package var notificationCount: Int { notifications.count }

    /// A notification as it is sent.
    ///
    /// - Parameter number: Of ``notificationCount``, the oldest first.
    package func notification(_ number: Int) throws -> Data? {
        guard let signed = try store.signedNotification(for: notifications[number]) else { return nil }
        return Data(#"{"signedPayload":"\#(signed.signedPayload)"}"#.utf8)
    }

    private static func catalogue() throws -> StoreConfiguration {
        try StoreConfiguration(
            data: Data(
                """
                {"version":{"major":3,"minor":0},"settings":{},"products":[],"subscriptionGroups":[{"id":"21612345",
                "name":"Load","localizations":[],"subscriptions":[{"productID":"\(product)",
                "type":"RecurringSubscription","displayPrice":"4.99","internalID":"1","groupNumber":1,
                "recurringSubscriptionPeriod":"P1M","localizations":[],"adHocOffers":[],"codeOffers":[]}]}]}
                """.utf8
            )
        )
    }
}
