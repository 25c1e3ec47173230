import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import LocalStoreKit
import OutgoingHTTP
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit
import TestSupport

/// Somebody with the app on a device; the app sends receipts to the developer's server as an app does.
struct Customer {
    let name: String
    private let market: Market
    private let device: LocalDevice
    private let client: StoreClient
    private let server: PurchaseBackend

    private var store: LocalAppStore { market.store }

    init(_ name: String, in market: Market) throws {
        (self.name, self.market) = (name, market)
        device = try LocalDevice(
            store: market.store,
            account: name,
            identifier: try SampleShop.device(),
            callbackQueue: DispatchQueue(label: name)
        )
        client = StoreClient(device: device)
        server = PurchaseBackend(Self.configuration(name, in: market))
        client.completeTransactions { _ in }
        try market.store.createAccount(id: organizer)
        try market.store.createFamily(id: "family-\(name)", organizer: organizer)
    }

    private static func configuration(_ name: String, in market: Market) -> PurchaseBackendConfiguration {
        let store = market.store
        var configuration = PurchaseBackendConfiguration(
            url: market.serverURL,
            publicKey: nil,
            bundleID: SampleShop.app.bundleID,
            pins: market.pins,
            storage: MemoryStorage()
        )
        configuration.customer = name
        configuration.transport = AsyncHTTPClientTransport()
        configuration.limits = RequestLimits(timeout: 1_200, totalTimeout: 0)
        configuration.now = { store.now }
        return configuration
    }

    /// Who shares purchases with the customer.
    private var organizer: String { "organizer-\(name)" }

    // MARK: What happens

    /// Lets a step happen, and everybody hear of it who is told.
    func take(_ step: CustomerStep, using random: inout SeededGenerator) async throws {
        var isSeenByApp = false
        // No two things happen at one moment: which of two statements of the same moment is the newer nobody could tell.
        try store.advance(to: store.now + 1)
        do {
            isSeenByApp = try await happen(step, using: &random)
        } catch is StoreError {
            // It did not fit.
        }
        await market.storeServer.notifications.deliverPending()
        if isSeenByApp { try await upload() }
    }

    /// - Returns: Whether the app takes part, and so sends its receipt afterwards.
    private func happen(_ step: CustomerStep, using random: inout SeededGenerator) async throws -> Bool {
        switch step {
        case .buySeeds: return await buy(SampleShop.seeds)
        case .buyGreenhouse: return await buy(SampleShop.greenhouse)
        case .buySeason: return await buy(SampleShop.season)
        case .buyPosy: return await buy(SampleShop.posy)
        case .buyBouquet: return await buy(SampleShop.bouquet)
        case .redeemCode: return try redeem(using: &random)
        case .restore: return await restore()
        case .wait: try store.advance(days: Int.random(in: 1...9, using: &random))
        case .waitLong: try store.advance(days: Int.random(in: 20...70, using: &random))
        case .stopRenewal: try eachSubscription { try store.setAutoRenew(false, originalTransactionID: $0) }
        case .resumeRenewal: try eachSubscription { try store.setAutoRenew(true, originalTransactionID: $0) }
        case .extend: try eachSubscription { try store.extendRenewal(originalTransactionID: $0, days: 7) }
        case .refund: try refund(using: &random)
        case .takeRefundBack: try takeRefundBack(using: &random)
        case .loseCard: try store.setRules(AccountRules(renewalChargesFail: true), account: name)
        case .payAgain: try payAgain()
        case .changeGracePeriod: try store.updateSettings { $0.billingGracePeriodEnabled.toggle() }
        case .joinFamily: return try joinFamily(using: &random)
        case .leaveFamily: try store.leaveFamily(account: name)
        case .loseNotifications: return try missNotifications(using: &random)
        case .poll: try await market.server.pollDue()
        }
        return false
    }

    private func buy(_ product: String) async -> Bool {
        _ = await client.purchaseProduct(product)
        return true
    }

    private func restore() async -> Bool {
        _ = await client.restorePurchases()
        return true
    }

    private func redeem(using random: inout SeededGenerator) throws -> Bool {
        let code = "CODE\(UInt32.random(in: 0 ... .max, using: &random))"
        try store.createCustomCode(code, productID: SampleShop.posy, referenceName: Market.offer)
        try store.redeemCode(code, account: name)
        return true
    }

    private func refund(using random: inout SeededGenerator) throws {
        let kept = store.transactions(account: name).filter { $0.revocationDate == nil }
        guard let transaction = kept.randomElement(using: &random) else { return }
        try store.refund(transactionID: transaction.transactionID)
    }

    private func takeRefundBack(using random: inout SeededGenerator) throws {
        let refunded = store.transactions(account: name).filter { $0.revocationDate != nil }
        guard let transaction = refunded.randomElement(using: &random) else { return }
        try store.reverseRefund(transactionID: transaction.transactionID)
    }

    private func payAgain() throws {
        try store.setRules(AccountRules(), account: name)
        try eachSubscription { try store.resolveBilling(originalTransactionID: $0) }
    }

    private func joinFamily(using random: inout SeededGenerator) throws -> Bool {
        try? store.joinFamily(id: "family-\(name)", account: name)
        let product = [SampleShop.greenhouse, SampleShop.posy].randomElement(using: &random) ?? SampleShop.posy
        let bought = try store.buy(productID: product, account: organizer)
        try store.setFamilySharing(true, originalTransactionID: bought.originalTransactionID)
        return true
    }

    /// A renewal, or its end, of which the server is not told; the app, opened afterwards, sends what it has.
    private func missNotifications(using random: inout SeededGenerator) throws -> Bool {
        market.setNotifications(areSent: false)
        defer { market.setNotifications(areSent: true) }
        try store.advance(days: Int.random(in: 1...40, using: &random))
        return true
    }

    private func eachSubscription(_ body: (String) throws -> Void) throws {
        for subscription in store.subscriptions(account: name) { try body(subscription.originalTransactionID) }
    }

    // MARK: What the app says

    /// What the customer owns by the app's own reading of its receipt, by the server, and by the receipt alone, offline.
    func entitlements(
        of market: Market
    ) async throws -> (client: Set<KnownEntitlement>, server: Set<KnownEntitlement>, offline: Set<String>) {
        let store = market.store
        let online = AppleReceiptValidator(service: .sandbox, endpoints: VerifyReceiptEndpoints(base: market.storeURL))
        let offline = LocalReceiptValidator(
            bundleID: SampleShop.app.bundleID,
            deviceIdentifiers: [try SampleShop.device()],
            policy: store.trustPolicy,
            now: { store.now }
        )
        return (
            Set(try await report(online).entitlements.compactMap(KnownEntitlement.init)),
            Set(try await server.refresh().entitlements.compactMap(KnownEntitlement.init)),
            try await report(offline).ownedProductIDs
        )
    }

    private func report(_ validator: any ReceiptValidator) async throws -> EntitlementReport {
        let receipt = try await client.verifyReceipt(using: validator, forceRefresh: true)
        return EntitlementReport(unverified: receipt, at: store.now, rules: Market.rules)
    }

    private func upload() async throws {
        _ = try await server.upload(try await client.fetchReceipt(forceRefresh: true))
    }
}

/// What both sides must say alike of a product.
struct KnownEntitlement: Hashable {
    let productID: String
    let state: String
    let isEntitled: Bool
    let expiresDate: Date?

    /// Nil for what is used up: a receipt forgets it once it is finished, a server does not.
    init?(_ entitlement: Entitlement) {
        guard entitlement.productType != .consumable else { return nil }
        productID = entitlement.productID
        state = entitlement.state.rawValue
        isEntitled = entitlement.isEntitled
        expiresDate = entitlement.expiresDate
    }

    init?(_ entitlement: CustomerEntitlement) {
        guard entitlement.productID != SampleShop.seeds else { return nil }
        productID = entitlement.productID
        state = entitlement.state.rawValue
        isEntitled = entitlement.isEntitled
        expiresDate = entitlement.expiresDate
    }
}
