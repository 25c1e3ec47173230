public import Foundation

/// A key that the app believes when it signs what the server says: built into the app, so that nobody between the two can
/// give it what the server did not.
///
/// `GET /v1/statement-keys` lists the keys of a server with their identifiers. Before a server gets a new key, an app is
/// released that believes both; the server goes on signing with the old one for the apps that know no other.
public struct StatementPin: Sendable, Hashable {
    /// The identifier of the key: SHA-256 of the public key, 64 hexadecimal digits.
    public let keyID: String
    /// From when on it is not believed any more; nil for never.
    public let validUntil: Date?

    /// A key to believe.
    ///
    /// - Parameters:
    ///   - keyID: Its identifier, as the server lists it.
    ///   - validUntil: From when on it is not believed any more.
    public init(_ keyID: String, validUntil: Date? = nil) {
        self.keyID = keyID.lowercased()
        self.validUntil = validUntil
    }

    func isValid(at date: Date) -> Bool { validUntil.map { date < $0 } ?? true }
}
