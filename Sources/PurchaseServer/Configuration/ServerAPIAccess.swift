public import AppStoreServerClient

/// How the purchase server asks the App Store Server API.
public struct ServerAPIAccess: Sendable {
    /// The In-App Purchase key of the team; it signs offers, too.
    public var key: InAppPurchaseKey
    /// Apple's servers, or a local store's.
    public var addresses: ServerAPIAddresses

    /// Access with a key.
    public init(key: InAppPurchaseKey, addresses: ServerAPIAddresses = .apple) {
        self.key = key
        self.addresses = addresses
    }
}

extension ServerAPIAccess: Hashable {
    /// Equal are those who sign with the same key by the same names, and ask at the same addresses.
    public static func == (left: Self, right: Self) -> Bool {
        (left.key.keyID, left.key.issuerID, left.key.publicKeyPEM)
            == (right.key.keyID, right.key.issuerID, right.key.publicKeyPEM) && left.addresses == right.addresses
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key.keyID)
        hasher.combine(key.issuerID)
        hasher.combine(addresses)
    }
}
