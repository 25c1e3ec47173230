public import Foundation

/// What is known to everybody of a key with which the server signs what it says to apps.
///
/// An app has the identifiers of the keys that it believes built in, so that nobody between it and the server can give it
/// what the server did not.
public struct StatementKey: Sendable, Hashable, Identifiable {
    /// The fingerprint that apps pin: SHA-256 of ``publicKey`` in 64 hexadecimal digits.
    public let id: String
    /// The public key on P-256, uncompressed as in X9.63: 65 bytes.
    public let publicKey: Data
    /// When it was made.
    public let createdDate: Date
    /// From when on the server signs nothing with it any more; nil of the newest.
    public let retirementDate: Date?

    /// Whether the server signs with it at a moment.
    package func isUsed(at date: Date) -> Bool { retirementDate.map { date < $0 } ?? true }
}
