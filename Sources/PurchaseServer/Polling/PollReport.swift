/// What one round of polling did.
public struct PollReport: Sendable, Hashable {
    /// How many stored receipts were asked about and answered.
    public internal(set) var checkedReceipts = 0
    /// How many waiting uploads turned out to be genuine.
    public internal(set) var verifiedUploads = 0
    /// How many waiting uploads turned out not to be, or to lack the purchase that they were sent for.
    public internal(set) var rejectedUploads = 0
    /// How many questions the App Store had no answer for; they are asked again later.
    public internal(set) var postponed = 0
    /// How many stored receipts the App Store refused for good; they are asked about no more until they come again.
    public internal(set) var retiredReceipts = 0

    /// How many questions were asked.
    public var total: Int { retiredReceipts + checkedReceipts + verifiedUploads + rejectedUploads + postponed }
}
