import AppStoreModels
import Foundation

extension PurchaseBackend {
    /// Has a promotional offer signed for the customer, for `promotionalOffer(_:compactJWS:)`.
    ///
    /// - Parameters:
    ///   - offerID: The offer, as App Store Connect has it.
    ///   - productID: The subscription that is bought.
    ///   - transactionID: A purchase of the customer's, made with the account of the App Store that buys now; nil for the
    ///     newest one that the server knows.
    /// - Returns: The compact JWS.
    /// - Throws: ``PurchaseBackendError``; `refused` with the code `offer-not-allowed` or `offer-not-for-customer` where the
    ///   offer is not for this customer.
    public func promotionalOffer(
        _ offerID: String,
        of productID: String,
        transactionID: String? = nil
    ) async throws(PurchaseBackendError) -> String {
        var order = Self.order("promotionalV2", productID)
        order[string: "offerIdentifier"] = offerID
        order[string: "transactionId"] = transactionID
        guard let jws = try await signature(order)[string: "jws"] else { throw Self.unsigned }
        return jws
    }

    /// Has a promotional offer of version 1 signed, for `SKPaymentDiscount`.
    ///
    /// - Parameters:
    ///   - offerID: The offer, as App Store Connect has it.
    ///   - productID: The subscription that is bought.
    ///   - applicationUsername: What the app gives with the payment, a name of the customer such as ``appAccountToken``; nil
    ///     if it gives none.
    /// - Throws: ``PurchaseBackendError``, as for ``promotionalOffer(_:of:transactionID:)``; with the code
    ///   `offer-of-another-customer` for somebody else's name.
    public func promotionalOfferV1(
        _ offerID: String,
        of productID: String,
        applicationUsername: String? = nil
    ) async throws(PurchaseBackendError) -> ServedOfferSignature {
        var order = Self.order("promotionalV1", productID)
        order[string: "offerIdentifier"] = offerID
        order[string: "applicationUsername"] = applicationUsername
        guard let signature = ServedOfferSignature(try await signature(order)) else { throw Self.unsigned }
        return signature
    }

    /// Asks whether the customer may have the introductory offer of a subscription.
    ///
    /// - Parameters:
    ///   - productID: The subscription that is bought.
    ///   - transactionID: A purchase of the customer's, made with the account of the App Store that buys now; nil for the
    ///     newest one that the server knows.
    /// - Throws: ``PurchaseBackendError``; `refused` with the code `offer-not-allowed` where the server leaves it to the App
    ///   Store.
    public func introductoryOffer(
        of productID: String,
        transactionID: String? = nil
    ) async throws(PurchaseBackendError) -> IntroductoryOfferEligibility {
        var order = Self.order("introductory", productID)
        order[string: "transactionId"] = transactionID
        let answer = try await signature(order)
        guard let isAllowed = answer[boolean: "isAllowed"] else { throw Self.unsigned }
        return IntroductoryOfferEligibility(isAllowed: isAllowed, compactJWS: answer[string: "jws"])
    }

    private static func order(_ kind: String, _ productID: String) -> JSONObject {
        ["kind": .string(kind), "productId": .string(productID)]
    }

    private func signature(_ order: JSONObject) async throws(PurchaseBackendError) -> JSONObject {
        let asked = try opened()
        let answer = try await send(
            ServerConnection.Call(method: "POST", path: ["customers", asked.name, "offer-signatures"], body: order),
            connection(configuration.limits)
        )
        try checkStill(asked)
        return answer.json
    }

    private static var unsigned: PurchaseBackendError {
        PurchaseBackendError(.malformedAnswer, "the answer has no signature of an offer; perhaps a proxy's")
    }
}
