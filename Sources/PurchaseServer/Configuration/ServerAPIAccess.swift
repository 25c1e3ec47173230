public import AppStoreServerClient

/// How the purchase server asks the App Store Server API.
public struct ServerAPIAccess: Sendable {
    /// The In-App Purchase key of the team.
    public var key: InAppPurchaseKey
    /// Apple's servers, or a local store's.
    public var addresses: ServerAPIAddresses

    /// Access with a key.
    public init(key: InAppPurchaseKey, addresses: ServerAPIAddresses = .apple) {
        self.key = key
        self.addresses = addresses
    }
}
