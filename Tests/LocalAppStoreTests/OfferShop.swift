import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import StoreConfiguration

/// The flower shop with offers of every kind and the key that signs them.
enum OfferShop {
    static let keyID = "5A5A0001"
    static let key = P256.Signing.PrivateKey()

    static func configuration() throws -> StoreConfiguration {
        var configuration = try Shop.configuration()
        configuration.json["subscriptionOffersKeyPair"] = .object([
            "id": .string(keyID), "privateKey": .string(key.derRepresentation.base64EncodedString()),
        ])
        configuration.subscriptionGroups = configuration.subscriptionGroups.map { group in
            var group = group
            group.subscriptions = group.subscriptions.map(withOffers)
            return group
        }
        configuration.products = configuration.products.map { product in
            var product = product
            product.json["codeOffers"] = [["referenceName": "Gift", "paymentMode": "free"]]
            return product
        }
        return configuration
    }

    /// A store of it a second before the last day of a month, for commands that are made up from the same seed.
    static func engine(seed: UInt64) throws -> StoreEngine {
        StoreEngine(
            configuration: try configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-30T23:59:59Z"),
            seed: seed
        )
    }

    private static func withOffers(_ subscription: ConfiguredSubscription) -> ConfiguredSubscription {
        var subscription = subscription
        subscription.promotionalOffers = [
            offer("spring", "payAsYouGo", "P1M", "2.99", periods: 2), offer("half-year", "payUpFront", "P6M", "9.99"),
        ]
        subscription.winBackOffers = [offer("return", "free", "P1M", nil)]
        subscription.codeOffers = [
            code("For All", ["new", "existing", "expired"], isStackable: true), code("New Only", ["new"]),
            code("Existing Only", ["existing"]), code("Expired Only", ["expired"]),
        ]
        return subscription
    }

    private static func offer(
        _ id: String,
        _ mode: String,
        _ period: String,
        _ price: String?,
        periods: Int = 1
    ) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: ["offerID": .string(id), "referenceName": .string("Offer \(id)")])
        offer.paymentMode = OfferPaymentMode(rawValue: mode)
        offer.json["subscriptionPeriod"] = .string(period)
        offer.json["displayPrice"] = price.map(JSONValue.string)
        offer.numberOfPeriods = periods
        return offer
    }

    private static func code(_ name: String, _ eligibility: [String], isStackable: Bool = false) -> ConfiguredOffer {
        ConfiguredOffer(json: [
            "referenceName": .string(name), "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
            "displayPrice": "1.99", "numberOfPeriods": 1, "isStackable": .bool(isStackable),
            "eligibility": .array(eligibility.map(JSONValue.string)),
        ])
    }

    static func engine(
        _ configuration: StoreConfiguration? = nil,
        change: (inout StoreSettings) -> Void = { _ in }
    ) throws -> StoreEngine {
        var engine = StoreEngine(
            configuration: try configuration ?? Self.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 7
        )
        var settings = engine.settings
        change(&settings)
        try engine.setSettings(settings)
        for account in [Shop.flora, "fern", "rose"] { try engine.createAccount(id: account) }
        _ = engine.takeEvents()
        return engine
    }

    /// A signature for ``Shop/flora``'s purchase of an offer, signed now.
    static func signature(
        _ engine: StoreEngine,
        product: String = Shop.posy,
        offer: String = "spring",
        customer: String = "",
        nonce: UUID = UUID(),
        keyID: String = OfferShop.keyID,
        key: P256.Signing.PrivateKey = OfferShop.key,
        age: TimeInterval = 0
    ) throws -> PromotionalOfferSignature {
        let timestamp = engine.now.addingTimeInterval(-age).millisecondsSince1970
        let text = [
            Shop.app.bundleID, keyID, product, offer, customer, nonce.uuidString.lowercased(), String(timestamp),
        ].joined(separator: "\u{2063}")
        return PromotionalOfferSignature(
            keyID: keyID,
            nonce: nonce,
            timestamp: timestamp,
            signature: try key.signature(for: Data(text.utf8)).derRepresentation
        )
    }
}

extension OfferShop {
    /// A compact JWS for ``Shop/flora``'s purchase of the offer `spring`, signed now for the owner of a transaction.
    static func compactJWS(_ engine: StoreEngine, transactionID: String) throws -> String {
        let claims: JSONObject = [
            "iss": "issuer", "aud": "promotional-offer", "bid": .string(Shop.app.bundleID),
            "productId": .string(Shop.posy), "offerIdentifier": "spring", "transactionId": .string(transactionID),
            "nonce": .string(UUID().uuidString.lowercased()),
            "iat": .number(JSONNumber(engine.now.millisecondsSince1970 / 1000)),
        ]
        let header: JSONObject = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
        let signed = [header, claims].map { base64URL(JSONValue.object($0).jsonData) }.joined(separator: ".")
        return signed + "." + base64URL(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    private static func base64URL(_ bytes: some DataProtocol) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}

extension StoreEngine {
    /// Asks for a purchase with an offer.
    mutating func purchase(_ offer: PurchaseOffer, of product: String = Shop.posy, by account: String = Shop.flora)
        throws
        -> PurchaseOutcome
    {
        try purchase(PurchaseRequest(productID: product, accountID: account, offer: offer))
    }

    /// Why the last purchase failed.
    func lastFailure() -> (failure: PurchaseFailure?, reason: String) {
        (attempts.last?.failure, attempts.last?.reason ?? "")
    }
}
