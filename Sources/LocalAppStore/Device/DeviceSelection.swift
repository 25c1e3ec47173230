/// Which transactions of StoreKit 2 a device asks for.
package struct DeviceSelection: Codable, Sendable, Hashable {
    /// A sequence of StoreKit 2.
    package enum Part: String, Codable, Sendable {
        case all, currentEntitlements, unfinished
    }

    /// Of which sequence.
    package var part: Part
    /// Only those of a product; nil for all products.
    package var productID: String?
    /// Only these; nil for all.
    package var transactionIDs: [String]?
    /// Whether consumables stay in ``Part/all`` when they are finished, as the app's Info.plist says.
    package var includesFinishedConsumables: Bool

    /// Only those that come after this one; nil for all from the first on.
    package var after: String?
    /// How many at most; nil for all.
    package var limit: Int?

    package init(
        _ part: Part,
        productID: String? = nil,
        transactionIDs: [String]? = nil,
        includesFinishedConsumables: Bool = false
    ) {
        self.part = part
        self.productID = productID
        self.transactionIDs = transactionIDs
        self.includesFinishedConsumables = includesFinishedConsumables
    }
}
