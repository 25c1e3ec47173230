public import Foundation

/// What is known about a key besides its text, which only its holder has.
public struct ServerKey: Sendable, Hashable, Identifiable {
    /// Names the key; stands in its text as well, after the prefix.
    public let id: String
    /// Whom it is for.
    public let kind: KeyKind
    /// What people call it.
    public let name: String
    /// What it may do; empty for a public key.
    public let scopes: Set<KeyScope>
    /// When it was made.
    public let createdDate: Date
    /// When it was last shown, to within a minute; nil if never.
    public let lastUseDate: Date?
    /// From when on it is refused; nil for never.
    public let expirationDate: Date?
    /// When it was revoked.
    public let revocationDate: Date?
    /// The key that was made in its place.
    public let successorID: String?

    /// Whether it opens anything at a moment.
    public func isValid(at date: Date) -> Bool {
        revocationDate == nil && expirationDate.map { date < $0 } ?? true
    }

    /// The longest name, in bytes.
    package static let maximumNameLength = 100
}
