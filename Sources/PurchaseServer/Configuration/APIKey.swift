import AppStoreServerClient

/// The key that callers show; prints as dots and is compared in constant time.
public struct APIKey: Sendable, Hashable, CustomStringConvertible {
    private let secret: AppSharedSecret

    /// A key; an empty one admits nobody.
    public init(_ value: String) { secret = AppSharedSecret(value) }

    func matches(_ candidate: String) -> Bool { secret.matches(candidate) }

    public var description: String { secret.description }
}
