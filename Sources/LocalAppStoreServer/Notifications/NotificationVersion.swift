/// The form of a server notification: Apple has had two, and an app may have an address for each.
public enum NotificationVersion: Int, Sendable, Hashable, CaseIterable {
    /// JSON with a receipt and a password, not signed; Apple calls it deprecated.
    case one = 1
    /// One JWS.
    case two = 2
}
