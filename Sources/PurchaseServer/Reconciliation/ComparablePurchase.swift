/// A stored purchase, and how the App Store can be asked about it.
struct ComparablePurchase: Sendable {
    let chain: ChainKey
    /// The app, as the newest fact has it.
    let bundleID: String?
    /// The newest receipt that it is in.
    let receipt: LatestReceipt?
}
