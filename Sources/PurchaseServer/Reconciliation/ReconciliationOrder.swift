public import AppStoreModels

/// What is to be compared with the App Store, and what is to be done about it.
public struct ReconciliationOrder: Sendable, Hashable {
    /// Whether what the App Store says is taken in where it differs; otherwise nothing is changed.
    public var mends: Bool
    /// Only the purchases of this customer; nil for everybody's.
    public var customer: CustomerID?
    /// Only the purchases in this App Store; nil for all.
    public var environment: AppStoreEnvironment?
    /// Where to go on: ``ReconciliationStep/position`` of an earlier run with the same order; nil from the beginning.
    public var position: String?
    /// How many purchases are looked at, at most; nil for all.
    public var maximumPurchases: Int?
    /// Whether a run without a ``position`` goes on where the last one stopped half way that mends or not, and is about the
    /// same customer and App Store. Each run notes where it is; after a week it is forgotten, because much is new by then.
    public var resumes = false

    /// An order.
    public init(
        mends: Bool = false,
        customer: CustomerID? = nil,
        environment: AppStoreEnvironment? = nil,
        position: String? = nil,
        maximumPurchases: Int? = nil
    ) {
        self.mends = mends
        self.customer = customer
        self.environment = environment
        self.position = position
        self.maximumPurchases = maximumPurchases
    }
}
