extension Transaction {
    /// Says that the customer has what was bought: the transaction is not delivered again, to neither API.
    ///
    /// Deliver first. If the store cannot be reached it is delivered again.
    public func finish() async {
        await origin.responsible.finish(self)
    }

    /// Where the subscription of this transaction stands; nil for what is none.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            guard let groupID = subscriptionGroupID else { return nil }
            let statuses = (try? await origin.responsible.statuses(groupID: groupID)) ?? []
            return statuses.first { $0.transaction.unsafePayloadValue.originalID == originalID }
        }
    }
}
