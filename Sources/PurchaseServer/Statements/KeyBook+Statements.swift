import Crypto
public import Foundation

extension KeyBook {
    /// How many keys a server signs statements with at a time at most: the newest, and those of apps that were released
    /// before it.
    public static let maximumStatementKeyCount = 16
    /// How long a key goes on signing for the apps that know no newer one, in seconds, unless something else is said: 366
    /// days.
    public static let usualStatementGrace: TimeInterval = 366 * 86_400
    /// The longest such time, in seconds: ten years.
    package static let maximumStatementGrace: TimeInterval = 3_660 * 86_400

    /// The keys with which the server signs what it says to apps, retired ones too, the oldest first.
    public func statementKeys() async throws(PurchaseServerError) -> [StatementKey] {
        try await storage.statementSigners().map(\.key)
    }

    /// Makes a key that signs from now on, for all apps that believe it; the others get what the older ones sign.
    ///
    /// - Parameter grace: For how many seconds the older keys go on; 0 retires them at once, after one was stolen.
    /// - Throws: ``PurchaseServerError``, code `keyRefused` or `tooManyKeys`.
    public func rotateStatementKey(
        grace: TimeInterval = Self.usualStatementGrace
    ) async throws(PurchaseServerError) -> StatementKey {
        guard (0...Self.maximumStatementGrace).contains(grace) else {
            throw .keyRefused("older keys go on for 0 to \(Int(Self.maximumStatementGrace)) seconds")
        }
        return try await storage.rotateStatementKey(P256.Signing.PrivateKey(), grace: grace, at: now())
    }
}
