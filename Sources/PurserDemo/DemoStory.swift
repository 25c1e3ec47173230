import AppStoreModels
import Foundation
import LocalAppStore
import LocalAppStoreServer
import LocalStoreKit
import PurchaseServerClient
import StoreConfiguration
import SwiftyStoreKit

/// What happens in the demonstration, step by step.
struct DemoStory {
    let options: DemoOptions
    let house: DemoStore
    let servers: DemoServers
    let serverURL: URL
    let tell: @Sendable (DemoStep) throws -> Void
    private let app = DemoApp()
    private let client: PurchaseBackend

    init(
        options: DemoOptions,
        house: DemoStore,
        servers: DemoServers,
        serverURL: URL,
        client: PurchaseBackend,
        tell: @escaping @Sendable (DemoStep) throws -> Void
    ) {
        self.options = options
        self.house = house
        self.servers = servers
        self.serverURL = serverURL
        self.client = client
        self.tell = tell
    }

    /// Tells the whole story.
    func play() async throws {
        try tell(DemoStep.catalogue(house.configuration, file: options.catalogue))
        try tell(DemoStep.servers(storeURL: servers.storeURL, serverURL: serverURL, options: options, servers: servers))
        if house.isKnown { try tell(DemoStep.customerKnown(try await client.refresh(), now: house.store.now)) }
        LocalDevice.use(house.device)
        app.launch(client)
        let shoppingList = house.shoppingList
        guard !shoppingList.isEmpty else { throw DemoError.nothingForSale }
        let products = try await app.products(Set(house.configuration.allProducts.map(\.productID)))
        try tell(DemoStep.products(products))
        try await shop(shoppingList, products)
        try await deliver()
        try await letTimePass()
        try await refund()
        try await showConsole()
        try tell(DemoStep.ready(storeURL: servers.storeURL, serverURL: serverURL, options: options))
    }

    /// A business has more customers than one: the console shows a year of them.
    private func showConsole() async throws {
        guard options.consoleSecret != nil, options.simulatedCustomers > 0, !house.isKnown else { return }
        let year = SimulatedYear(customers: options.simulatedCustomers, until: house.store.now)
        try await year.tell(servers.purchaseServer)
        try tell(year.step)
    }

    /// Buys what the customer does not own yet and restores what they do.
    private func shop(_ shoppingList: [String], _ products: [SKProduct]) async throws {
        let owned = Set(try await client.refresh().entitlements.filter(\.isEntitled).map(\.productID))
        if !owned.isEmpty { try tell(DemoStep.restored(try await app.restore())) }
        for identifier in shoppingList where !owned.contains(identifier) {
            guard let product = products.first(where: { $0.productIdentifier == identifier }) else { continue }
            let purchase = try await app.buy(product)
            try await app.delivered()
            try tell(DemoStep.purchase(purchase, price: DemoText.price(of: product)))
        }
    }

    /// The receipt has gone to the server with each purchase; only when that had stored it was anything finished.
    private func deliver() async throws {
        let receipt = try await app.receipt()
        try tell(house.receiptCheck.step(for: receipt))
        try await app.delivered()
        try tell(DemoStep.uploaded(servers.log.take(), try await client.refresh()))
    }

    /// The clock moves past the end of the paid period.
    private func letTimePass() async throws {
        guard let subscription = activeSubscription, let expiresDate = subscription.expiresDate else { return }
        let before = house.store.now
        let known = notificationCount
        try house.store.advance(to: expiresDate.addingTimeInterval(60))
        let notifications = await newNotifications(since: known)
        try tell(DemoStep.renewed(from: before, to: house.store.now, notifications, try await client.refresh()))
    }

    /// The App Store gives the money back.
    private func refund() async throws {
        guard let transaction = activeSubscription ?? house.store.transactions(account: DemoStore.customer).last
        else { return }
        let known = notificationCount
        try house.store.refund(transactionID: transaction.transactionID)
        let notifications = await newNotifications(since: known)
        try tell(DemoStep.refunded(transaction, notifications, try await client.refresh()))
    }

    /// The newest period of a subscription that is paid and not refunded.
    private var activeSubscription: StoreTransaction? {
        house.store.transactions(account: DemoStore.customer)
            .last { $0.revocationDate == nil && ($0.expiresDate ?? .distantPast) > house.store.now }
    }

    private var notificationCount: Int { servers.storeServer.notifications.finished.count }

    /// What the server was told meanwhile. Both who sends by itself and who asks here are done when this returns.
    private func newNotifications(since count: Int) async -> [DemoNotification] {
        await servers.storeServer.notifications.deliverPending()
        return servers.storeServer.notifications.finished.dropFirst(count).map {
            DemoNotification(type: $0.type.rawValue, subtype: $0.subtype?.rawValue, isDelivered: $0.isDelivered)
        }
    }
}

/// A notification that the store sent to the server.
struct DemoNotification: Sendable {
    let type: String
    let subtype: String?
    let isDelivered: Bool

    var name: String { subtype.map { "\(type) / \($0)" } ?? type }
}
