/// A transaction whose signature does not hold for this device.
///
/// Whoever made it may not be the App Store, so nothing is delivered for it. It is not finished either: if the App Store
/// signs it well later, it comes again.
public struct UnverifiedTransaction: Sendable {
    /// The product that it says was bought.
    public let productId: String
    /// The identifier that it says it has.
    public let transactionIdentifier: String
    /// The JWS, for a server that looks more closely.
    public let jwsRepresentation: String
    /// Why the device does not trust it.
    public let reason: any Error
}
