import Foundation
import Locking

/// Remembers tokens whose signature and claims were found good, so that a caller who sends the same one again, as all
/// clients do until it ends, costs no second verification. Only the time is looked at anew.
///
/// Only good tokens are kept, so a stranger cannot fill it, and who holds the key gets no more than ``capacity`` in.
final class ServerAPITokenCache: Sendable {
    /// How many tokens are remembered.
    static let capacity = 64

    private let tokens = Locked<[String: ServerAPIToken]>([:])

    var count: Int { tokens.withLock { $0.count } }

    /// Whether a token is good at a time.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - now: The time.
    ///   - read: Verifies a token that is not known: the signature, the issuer, the audience, the app.
    func isValid(_ text: String, at now: Date, read: (String) -> ServerAPIToken?) -> Bool {
        if let known = tokens.withLock({ $0[text] }) { return known.isValid(at: now) }
        guard let token = read(text), token.isValid(at: now) else { return false }
        tokens.withLock { tokens in
            if tokens.count >= Self.capacity { tokens = tokens.filter { $0.value.expires > now } }
            // All are in use: the one that ends first is missed least.
            if tokens.count >= Self.capacity, let first = tokens.min(by: { $0.value.expires < $1.value.expires }) {
                tokens[first.key] = nil
            }
            tokens[text] = token
        }
        return true
    }
}
