public import AppStoreModels

/// What a server asks of Advanced Commerce, for apps with large catalogues.
///
/// The members of a request depend on the call; the App Store says by a code of its own which one is wrong. A request
/// without an answer is not sent again: its reference is used up.
extension ServerAPIClient {
    /// Cancel a Subscription: it ends with its period.
    public func cancelSubscription(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.cancelSubscription, transactionID, request)
    }

    /// Change Subscription Metadata: what the customer reads about a subscription or its items.
    public func changeSubscriptionMetadata(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.changeSubscriptionMetadata, transactionID, request)
    }

    /// Change Subscription Price: raises or lowers the prices of items at the next renewal.
    public func changeSubscriptionPrice(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.changeSubscriptionPrice, transactionID, request, needsItems: true)
    }

    /// Migrate a Subscription of an ordinary product to Advanced Commerce.
    public func migrateSubscription(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.migrateSubscription, transactionID, request, needsItems: true)
    }

    /// Revoke Subscription: takes it away at once, with a refund.
    public func revokeSubscription(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.revokeSubscription, transactionID, request)
    }

    /// Request Transaction Refund: of items of one transaction.
    public func requestRefund(
        of transactionID: String,
        _ request: AdvancedCommerceRequest
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try await advancedCommerce(.requestRefund, transactionID, request, needsItems: true)
    }

    private func advancedCommerce(
        _ endpoint: ServerAPIEndpoint,
        _ transactionID: String,
        _ request: AdvancedCommerceRequest,
        needsItems: Bool = false
    ) async throws(ServerAPIError) -> AdvancedCommerceOutcome {
        try AdvancedCommerceRules.check(info: request)
        try AdvancedCommerceRules.check(items: request.items, atLeast: needsItems ? 1 : 0)
        try AdvancedCommerceRules.check(descriptors: request.descriptors)
        let call = try ServerAPICall(endpoint, transactionID, body: request.json)
        return try AdvancedCommerceOutcome(try await answer(call))
    }
}
