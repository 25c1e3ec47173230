/// How many uploads may wait for the App Store at a time.
///
/// An upload waits where the App Store has no answer. What is over a limit is refused and not kept; the app still has its
/// receipt and sends it again.
public struct PendingUploadLimits: Sendable, Hashable {
    /// Those of one customer.
    public var ofCustomer: Int
    /// Those of all customers.
    public var total: Int
    /// Those of all customers whose signature only the App Store can check. Anybody can write such an upload, so they
    /// never take the place of the others.
    public var unchecked: Int

    /// Limits.
    public init(ofCustomer: Int = 20, total: Int = 50_000, unchecked: Int = 1_000) {
        self.ofCustomer = ofCustomer
        self.total = total
        self.unchecked = unchecked
    }
}
