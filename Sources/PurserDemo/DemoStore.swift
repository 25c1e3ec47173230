import AppReceipt
import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import StoreConfiguration

/// The store of the demonstration, with one customer on one device.
struct DemoStore: Sendable {
    static let customer = "flora"
    static let bundleID = "com.example.flowershop"
    static let version = "1.0"

    let configuration: StoreConfiguration
    let store: LocalAppStore
    let device: LocalDevice
    let deviceIdentifier: DeviceIdentifier
    /// Whether the folder held a store already.
    let isKnown: Bool

    init(options: DemoOptions) throws {
        configuration = try Self.configuration(options.catalogue)
        let folder = options.folder.appendingPathComponent("store", isDirectory: true)
        // Whole seconds, as the App Store has them.
        let start = Date(timeIntervalSince1970: options.start.timeIntervalSince1970.rounded(.down))
        store = try LocalAppStore.open(
            folder: folder,
            configuration: configuration,
            app: StoreApp(bundleID: Self.bundleID, version: Self.version),
            start: start,
            seed: UInt64(start.timeIntervalSince1970)
        )
        isKnown = store.accounts.contains { $0.id == Self.customer }
        deviceIdentifier = try DeviceIdentifier("6E1B2A54-9D3C-4F0E-8A77-C2B5D0E91F38")
        device = try LocalDevice(
            store: store,
            account: Self.customer,
            identifier: deviceIdentifier,
            receiptURL: options.folder.appendingPathComponent("device/StoreKit/sandboxReceipt")
        )
        try clearTheWay()
    }

    /// Whom the app and the server trust: this store, and in the real world Apple.
    var trust: TrustPolicy { store.trustPolicy }

    /// What the app asks of its receipt.
    var receiptCheck: ReceiptCheck {
        ReceiptCheck(
            validator: AppReceiptValidator(
                policy: trust,
                bundleID: Self.bundleID,
                appVersion: Self.version,
                deviceIdentifiers: [deviceIdentifier]
            )
        )
    }

    /// What a developer tells the server of the products, because `verifyReceipt` does not: which are used up.
    var entitlementRules: EntitlementRules {
        var rules = EntitlementRules()
        for product in configuration.allProducts { rules.productTypes[product.productID] = product.type }
        return rules
    }

    /// What the demonstration buys: something to keep, or else whatever there is, and a subscription.
    var shoppingList: [String] {
        let goods = configuration.products.map(\.productID) + configuration.nonRenewingSubscriptions.map(\.productID)
        let keepsake = configuration.products.first { $0.type == .nonConsumable }?.productID ?? goods.first
        // The lowest level of the first group.
        let levels = configuration.subscriptionGroups.first { !$0.subscriptions.isEmpty }?.subscriptions ?? []
        return [keepsake, levels.last?.productID].compactMap(\.self)
    }

    /// A catalogue may ask for Ask to Buy or failures; the story is about purchases that go through.
    private func clearTheWay() throws {
        try store.updateSettings { settings in
            settings.askToBuyEnabled = false
            settings.interruptedPurchasesEnabled = false
            settings.purchaseFailure = nil
            settings.billingRetryOnRenewalEnabled = false
        }
    }

    private static func configuration(_ file: URL?) throws -> StoreConfiguration {
        guard let file else { return try StoreConfiguration(data: Data(PackageResources.FlowerShop_storekit)) }
        return try StoreConfiguration(contentsOf: file)
    }
}
