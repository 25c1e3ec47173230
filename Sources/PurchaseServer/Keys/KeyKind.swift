/// Whom a key is for.
public enum KeyKind: String, Sendable, Hashable, CaseIterable {
    /// For apps. Everybody who has the app has it, so it says only which server's app is asking.
    case `public`
    /// For the developer's own servers; may do what its scopes say.
    case secret
}
