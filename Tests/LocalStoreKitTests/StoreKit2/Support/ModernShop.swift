import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore
import Locking
import StoreConfiguration
import TestSupport

@testable import LocalStoreKit

/// The flower shop with offers of every kind, and a device whose app uses StoreKit 2.
///
/// Nothing here waits for time: what has to be over is over when the device's work queue is empty.
struct ModernShop {
    static let promotionalOffer = "spring"
    static let winBackOffer = "return"
    static let keyID = "5A5A0001"
    static let group = "5F1A0E77"
    /// A subscription in another group, where the shop has one.
    static let garden = "com.example.flowershop.garden"

    let store: LocalAppStore
    let device: LocalDevice
    let key = P256.Signing.PrivateKey()

    init(environment: AppStoreEnvironment = .sandbox, hasTwoGroups: Bool = false) throws {
        var configuration = try Self.configuration(key)
        if hasTwoGroups { try Self.addGarden(to: &configuration) }
        store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: environment
        )
        device = try Self.launch(store)
    }

    /// The app is launched: a device whose process has heard of nothing.
    static func launch(_ store: LocalAppStore, account: String = SampleShop.customer) throws -> LocalDevice {
        try LocalDevice(
            store: store,
            account: account,
            identifier: try SampleShop.device(),
            callbacks: CallbackQueue(DispatchQueue(label: "callbacks")),
            work: CallbackQueue(DispatchQueue(label: "work"))
        )
    }

    private static func configuration(_ key: P256.Signing.PrivateKey) throws -> StoreConfiguration {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        configuration.json["subscriptionOffersKeyPair"] = .object([
            "id": .string(keyID), "privateKey": .string(key.derRepresentation.base64EncodedString()),
        ])
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].promotionalOffers = [
                    offer(promotionalOffer, "payAsYouGo", "2.99", periods: 2)
                ]
                configuration.subscriptionGroups[group].subscriptions[index].winBackOffers = [
                    offer(winBackOffer, "free", nil)
                ]
                configuration.subscriptionGroups[group].subscriptions[index].codeOffers = [
                    offer("Gift", "payAsYouGo", "1.99")
                ]
            }
        }
        return configuration
    }

    private static func addGarden(to configuration: inout StoreConfiguration) throws {
        guard var other = configuration.subscriptionGroups.first, var plan = other.subscriptions.first else {
            throw MissingProduct(identifier: garden)
        }
        other.id = "5F1A0E90"
        plan.productID = garden
        plan.json["internalID"] = "5F1A0E91"
        plan.json["subscriptionGroupID"] = "5F1A0E90"
        other.subscriptions = [plan]
        configuration.subscriptionGroups.append(other)
    }

    private static func offer(_ id: String, _ mode: String, _ price: String?, periods: Int = 1) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: ["offerID": .string(id), "referenceName": .string(id)])
        offer.paymentMode = OfferPaymentMode(rawValue: mode)
        offer.json["subscriptionPeriod"] = "P1M"
        offer.json["displayPrice"] = price.map(JSONValue.string)
        offer.numberOfPeriods = periods
        return offer
    }

    // MARK: The app

    /// Runs the app's code on the device.
    func app<R>(_ body: nonisolated(nonsending) () async throws -> R) async rethrows -> R {
        try await device.perform(body)
    }

    func product(_ identifier: String) async throws -> Product {
        let products = try await app { try await Product.products(for: [identifier]) }
        guard let product = products.first else { throw MissingProduct(identifier: identifier) }
        return product
    }

    struct MissingProduct: Error { let identifier: String }

    /// Buys and expects it to go through, verified.
    @discardableResult
    func buy(_ identifier: String, _ options: Set<Product.PurchaseOption> = []) async throws -> Transaction {
        let product = try await product(identifier)
        guard case .success(let result) = try await app({ try await product.purchase(options: options) }) else {
            throw StoreKitError.userCancelled
        }
        return try result.payloadValue
    }

    /// The products of a sequence that ends.
    func products(_ sequence: @autoclosure () -> Transaction.Transactions) async -> [String] {
        await transactions(sequence()).map(\.productID)
    }

    func transactions(_ sequence: @autoclosure () -> Transaction.Transactions) async -> [Transaction] {
        let sequence = device.perform { sequence() }
        var found: [Transaction] = []
        for await result in sequence { found.append(result.unsafePayloadValue) }
        return found
    }

    /// Waits until everything that the store told the device of is done.
    func settle() async {
        for _ in 0..<2 { await withCheckedContinuation { done in device.work.enqueue { done.resume() } } }
    }

    // MARK: The developer's server

    /// Signs a promotional offer in the older form.
    func signature(product: String, offer: String = promotionalOffer, customer: UUID? = nil) throws
        -> Product.SubscriptionOffer.Signature
    {
        let nonce = UUID()
        let timestamp = Int(store.now.millisecondsSince1970)
        let text = [
            SampleShop.app.bundleID, Self.keyID, product, offer, customer?.uuidString.lowercased() ?? "",
            nonce.uuidString.lowercased(), String(timestamp),
        ].joined(separator: "\u{2063}")
        return Product.SubscriptionOffer.Signature(
            keyID: Self.keyID,
            nonce: nonce,
            timestamp: timestamp,
            signature: try key.signature(for: Data(text.utf8)).derRepresentation
        )
    }

    /// Signs claims as a compact JWS.
    func compactJWS(_ audience: String, _ claims: JSONObject) throws -> String {
        var claims = claims
        claims[string: "aud"] = audience
        claims[string: "bid"] = SampleShop.app.bundleID
        claims["iat"] = .number(JSONNumber(store.now.millisecondsSince1970 / 1_000))
        claims[string: "nonce"] = UUID().uuidString.lowercased()
        let header: JSONObject = ["alg": "ES256", "kid": .string(Self.keyID), "typ": "JWT"]
        let signed = [header, claims].map { Self.base64url(JSONValue.object($0).jsonData) }.joined(separator: ".")
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return signed + "." + Self.base64url(signature)
    }

    private static func base64url(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

/// Listens to `Transaction.updates`, and knows when everything has been heard.
struct UpdatesInbox {
    private let store: LocalAppStore
    private let device: LocalDevice
    private var iterator: Transaction.Transactions.AsyncIterator

    init(_ shop: ModernShop) async { await self.init(shop.store, shop.device) }

    /// Begins to listen; what was not finished before has been told when this returns.
    init(_ store: LocalAppStore, _ device: LocalDevice) async {
        (self.store, self.device) = (store, device)
        iterator = device.perform { Transaction.updates.makeAsyncIterator() }
        await withCheckedContinuation { done in device.work.enqueue { done.resume() } }
    }

    /// Everything until now: a purchase on another device marks the end, and is finished there.
    mutating func all() async throws -> [VerificationResult<Transaction>] {
        let mark = try store.buy(productID: SampleShop.season, account: SampleShop.customer)
        var heard: [VerificationResult<Transaction>] = []
        while let result = await iterator.next(isolation: #isolation) {
            if String(result.unsafePayloadValue.id) == mark.transactionID { break }
            heard.append(result)
        }
        try store.finish(transactionID: mark.transactionID)
        return heard
    }

    mutating func products() async throws -> [String] {
        try await all().map(\.unsafePayloadValue.productID)
    }
}
