/// The keys that a server makes at its first start, because without one nobody could ask it anything.
public struct FirstKeys: Sendable, Hashable {
    /// For the developer's own servers; may do everything.
    public let secret: IssuedKey
    /// For apps.
    public let `public`: IssuedKey
}
