extension StoreEngine: Equatable {
    /// Engines are equal when they know the same and will give out the same identifiers.
    package static func == (left: StoreEngine, right: StoreEngine) -> Bool {
        left.app == right.app && left.now == right.now && left.settings == right.settings
            && left.eventCount == right.eventCount && left.identifiers == right.identifiers
            && left.ledger == right.ledger && left.customers == right.customers
            && left.attemptsByID == right.attemptsByID && left.chains == right.chains
            && left.familyState.groups == right.familyState.groups && left.offerState == right.offerState
            && left.faultState == right.faultState && left.refundState == right.refundState
            && left.massExtensions == right.massExtensions
            && left.ledger.changeNumbers.elementsEqual(right.ledger.changeNumbers)
            && left.externalPurchases == right.externalPurchases
            && left.messagingState == right.messagingState
    }
}
