import AppStoreModels
public import Foundation

/// Signs what an app shows the App Store to get an offer: promotional offers in both versions, whether an introductory
/// offer is allowed, and requests of Advanced Commerce.
///
/// ```swift
/// let signer = OfferSigner(key: key, bundleID: "com.example.app")
/// let jws = try signer.promotionalOffer("comeback", of: "com.example.app.monthly", transactionID: identifier)
/// ```
///
/// Whether a customer may have the offer is for the caller to decide before. Each signature is checked with the public half
/// of the key before it is handed out.
///
/// Win-back offers need no signature.
public struct OfferSigner: Sendable {
    private let key: InAppPurchaseKey
    private let bundleID: String
    private let now: @Sendable () -> Date
    private let nonce: @Sendable () -> UUID

    /// A signer.
    ///
    /// - Parameters:
    ///   - key: The In-App Purchase key.
    ///   - bundleID: The app.
    ///   - now: The current time.
    ///   - nonce: A UUID that never came before.
    public init(
        key: InAppPurchaseKey,
        bundleID: String,
        now: @escaping @Sendable () -> Date = { Date() },
        nonce: @escaping @Sendable () -> UUID = { UUID() }
    ) {
        self.key = key
        self.bundleID = bundleID
        self.now = now
        self.nonce = nonce
    }

    /// A promotional offer, version 2: for `promotionalOffer(_:compactJWS:)`.
    ///
    /// - Parameters:
    ///   - offerID: The offer.
    ///   - productID: The subscription that is bought.
    ///   - transactionID: Any transaction of the customer, or the app transaction; recommended, because nobody else can then
    ///     use the offer.
    public func promotionalOffer(
        _ offerID: String,
        of productID: String,
        transactionID: String? = nil
    ) throws(ServerAPIError) -> String {
        try Self.check([("offer", offerID), ("product", productID)])
        var claims = claims(for: "promotional-offer")
        claims[string: "productId"] = productID
        claims[string: "offerIdentifier"] = offerID
        claims[string: "transactionId"] = try transactionID.map { id throws(ServerAPIError) in try Self.checked(id) }
        return try key.jws(claims)
    }

    /// Whether a customer may have the introductory offer, whatever the App Store would decide: for
    /// `introductoryOfferEligibility(compactJWS:)`.
    ///
    /// - Parameters:
    ///   - isAllowed: The decision.
    ///   - productID: The subscription that is bought.
    ///   - transactionID: Any transaction of the customer, or the app transaction.
    public func introductoryOffer(
        isAllowed: Bool,
        of productID: String,
        transactionID: String
    ) throws(ServerAPIError) -> String {
        try Self.check([("product", productID), ("transaction", transactionID)])
        var claims = claims(for: "introductory-offer-eligibility")
        claims[string: "productId"] = productID
        claims[boolean: "allowIntroductoryOffer"] = isAllowed
        claims[string: "transactionId"] = transactionID
        return try key.jws(claims)
    }

    /// A request of Advanced Commerce: for `AdvancedCommerceProduct.purchase(compactJWS:)`.
    public func advancedCommerce(_ operation: AdvancedCommerceOperation) throws(ServerAPIError) -> String {
        var claims = claims(for: "advanced-commerce-api")
        claims[string: "request"] = operation.request.jsonData.base64EncodedString()
        return try key.jws(claims)
    }

    /// A promotional offer, version 1, for an account in the developer's own system.
    ///
    /// - Parameters:
    ///   - offerID: The offer.
    ///   - productID: The subscription that is bought.
    ///   - appAccountToken: What the app gives as `appAccountToken`; signed in lower case, as the device sends it.
    public func promotionalOfferV1(
        _ offerID: String,
        of productID: String,
        appAccountToken: UUID
    ) throws(ServerAPIError) -> SignedPromotionalOffer {
        try promotionalOfferV1(offerID, of: productID, applicationUsername: appAccountToken.wireText)
    }

    /// A promotional offer, version 1.
    ///
    /// - Parameters:
    ///   - offerID: The offer.
    ///   - productID: The subscription that is bought.
    ///   - applicationUsername: What the app puts into `SKPayment.applicationUsername`, to the letter; nil if it puts nothing
    ///     there. Apple's own libraries write it in lower case before they sign, so an app whose backend used one before
    ///     must give the same lower-case text on both sides. A UUID is best given as such.
    public func promotionalOfferV1(
        _ offerID: String,
        of productID: String,
        applicationUsername: String? = nil
    ) throws(ServerAPIError) -> SignedPromotionalOffer {
        try Self.check([("offer", offerID), ("product", productID)])
        let username = applicationUsername ?? ""
        guard !username.contains("\u{2063}") else {
            throw .invalidRequest("the username holds the separator of what is signed (U+2063)")
        }
        let nonce = nonce()
        let timestamp = now().millisecondsSince1970
        let parts = [bundleID, key.keyID, productID, offerID, username, nonce.wireText, String(timestamp)]
        return SignedPromotionalOffer(
            offerID: offerID,
            keyID: key.keyID,
            nonce: nonce,
            timestamp: timestamp,
            signature: try key.derSignature(of: SignedPromotionalOffer.text(parts))
        )
    }

    /// The claims of every request. There is no `exp`: the App Store reckons from `iat`.
    private func claims(for audience: String) -> JSONObject {
        [
            "iss": .string(key.issuerID), "iat": .number(JSONNumber(Int64(now().timeIntervalSince1970.rounded(.down)))),
            "aud": .string(audience), "bid": .string(bundleID), "nonce": .string(nonce().wireText),
        ]
    }

    private static func check(_ identifiers: [(name: String, text: String)]) throws(ServerAPIError) {
        for (name, text) in identifiers where text.isEmpty || text.contains("\u{2063}") {
            throw .invalidRequest("the identifier of the \(name) is empty, or holds the separator U+2063")
        }
    }

    private static func checked(_ transactionID: String) throws(ServerAPIError) -> String {
        try check([("transaction", transactionID)])
        return transactionID
    }
}
