public import AppStoreModels
import Foundation

extension ServerAPIClient {
    /// Get All Subscription Statuses: the states of all subscriptions of a customer.
    ///
    /// - Parameters:
    ///   - identifier: Any transaction, original transaction or app transaction of the customer.
    ///   - statuses: Only these states; empty for all.
    public func subscriptionStatuses(
        of identifier: String,
        in statuses: [SubscriptionStatusCode] = []
    ) async throws(ServerAPIError) -> SubscriptionStatuses {
        var call = try ServerAPICall(.allSubscriptionStatuses, identifier)
        call.ask("status", statuses.map { String($0.rawValue) })
        return try SubscriptionStatuses(try await answer(call))
    }

    /// Extend a Subscription Renewal Date: gives one customer more time, at most twice in 365 days.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The subscription chain.
    ///   - days: By how many, 1 to 90.
    ///   - reason: Why.
    ///   - requestIdentifier: The caller's own name of this extension, 1 to 128 characters. Nobody knows what became of a
    ///     request without an answer, so it is not sent again: look at the subscription first.
    public func extendRenewalDate(
        of originalTransactionID: String,
        byDays days: Int,
        reason: ExtendReasonCode,
        requestIdentifier: String
    ) async throws(ServerAPIError) -> ExtendRenewalDateResponse {
        try Self.checkExtension(days, requestIdentifier)
        var body = ExtendRenewalDateRequest()
        body.extendByDays = Int64(days)
        body.extendReasonCode = reason
        body.requestIdentifier = requestIdentifier
        let call = try ServerAPICall(.extendRenewalDate, originalTransactionID, body: body.json)
        return ExtendRenewalDateResponse(json: try await answer(call).json)
    }

    /// Extend Subscription Renewal Dates for All Active Subscribers of a product.
    ///
    /// What becomes of each subscription comes as notifications; how far it is says ``massExtensionStatus(of:request:)``.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - days: By how many, 1 to 90.
    ///   - reason: Why.
    ///   - requestIdentifier: The caller's own name of this extension, 1 to 128 characters.
    ///   - storefronts: Only these, ISO 3166-1 alpha-3; nil for all.
    /// - Returns: The name of the request, as the App Store repeats it.
    public func massExtendRenewalDate(
        of productID: String,
        byDays days: Int,
        reason: ExtendReasonCode,
        requestIdentifier: String,
        storefronts: [String]? = nil
    ) async throws(ServerAPIError) -> String {
        try Self.checkExtension(days, requestIdentifier)
        guard storefronts?.isEmpty != true else {
            throw .invalidRequest("an empty list of storefronts is refused; leave it out to mean all")
        }
        var body = MassExtendRenewalDateRequest()
        body.productID = productID
        body.extendByDays = Int64(days)
        body.extendReasonCode = reason
        body.requestIdentifier = requestIdentifier
        body.storefrontCountryCodes = storefronts
        let answer = try await answer(try ServerAPICall(.massExtendRenewalDate, body: body.json))
        return try answer.required("requestIdentifier", answer.json[string: "requestIdentifier"])
    }

    /// Get Status of Subscription Renewal Date Extensions: how far an extension for all subscribers is.
    public func massExtensionStatus(
        of productID: String,
        request requestIdentifier: String
    ) async throws(ServerAPIError) -> MassExtendRenewalDateStatus {
        let call = try ServerAPICall(.massExtensionStatus, productID, requestIdentifier)
        return MassExtendRenewalDateStatus(json: try await answer(call).json)
    }

    private static func checkExtension(_ days: Int, _ requestIdentifier: String) throws(ServerAPIError) {
        guard ExtendRenewalDateRequest.possibleDays.contains(days) else {
            throw .invalidRequest("a date is extended by 1 to 90 days, not by \(days)")
        }
        guard (1...128).contains(requestIdentifier.count) else {
            throw .invalidRequest("a request identifier has 1 to 128 characters")
        }
    }
}
