/// One thing that is told of a chain.
struct ChainChange {
    let type: PurchaseEventType
    /// How the transaction stands that it is about.
    let standing: PurchaseStanding
    /// The product of what was told before.
    var previousProductID: String?
    /// The newest transaction of the chain, if this is about an earlier one.
    var latestTransactionID: String?

    /// What happened between two standings.
    static func all(from told: PurchaseStanding?, to now: PurchaseStanding) -> [ChainChange] {
        EventsOfChange(from: told, to: now).types.map { type in
            ChainChange(type: type, standing: now, previousProductID: told?.productID)
        }
    }

    /// Whether it tells that money went back, or was taken again.
    var isOfRefund: Bool { type == .refunded || type == .refundReversed }
}
