import AppStoreModels
import Foundation
import Hummingbird

/// What an app wants to have signed: the app in the query, the offer in the body.
struct OfferOrder: Sendable, Hashable {
    /// What is signed.
    enum Kind: String, Sendable, CaseIterable {
        /// For `SKPaymentDiscount`, and `promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`.
        case promotionalV1
        /// For `promotionalOffer(_:compactJWS:)`.
        case promotionalV2
        /// For `introductoryOfferEligibility(compactJWS:)`.
        case introductory
    }

    let bundleID: String
    let kind: Kind
    let productID: String
    /// Nil for introductory offers, which have none.
    let offerID: String?
    /// For whose account of the App Store it is signed; nil for the customer's newest in the group.
    let transactionID: String?
    /// What the app gives to the App Store with the purchase; version 1 only.
    let applicationUsername: String?

    private static let members: Set = ["kind", "productId", "offerIdentifier", "transactionId", "applicationUsername"]

    /// - Throws: ``APIError`` or ``Rejection``, code `invalid-query`, `invalid-body` or `body-too-large`.
    init(_ request: Request) async throws {
        guard let bundleID = request.uri.queryParameters["bundleId"].map({ String($0) }), bundleID.isIdentifier else {
            throw StatementOrder.invalid("bundleId names the app for which the offer is signed")
        }
        let body = RequestObject(try await request.jsonObject(of: Self.members))
        guard let kind = try body.text("kind").flatMap(Kind.init(rawValue:)) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestObject.invalid("\"kind\" must be one of \(kinds)")
        }
        self.bundleID = bundleID
        self.kind = kind
        productID = try body.identifier("productId")
        offerID = kind == .introductory ? nil : try body.identifier("offerIdentifier")
        transactionID = try body.text("transactionId", upTo: 128)
        applicationUsername = try body.text("applicationUsername", upTo: 256)
        try check(body)
    }

    /// What has no place in a kind is an error, so that nobody takes it for signed.
    private func check(_ body: RequestObject) throws(APIError) {
        if kind == .introductory, body.json["offerIdentifier"] != nil {
            throw RequestObject.invalid("an introductory offer has no \"offerIdentifier\"")
        }
        if kind == .promotionalV1, transactionID != nil {
            throw RequestObject.invalid("\"transactionId\" is for promotionalV2 and introductory")
        }
        if kind != .promotionalV1, applicationUsername != nil {
            throw RequestObject.invalid("\"applicationUsername\" is for promotionalV1")
        }
    }
}
