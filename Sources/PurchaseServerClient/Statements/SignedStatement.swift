import AppStoreModels
import Foundation

/// What the server said and signed, verified.
struct SignedStatement: Sendable, Hashable {
    /// The compact form, as it came.
    let text: String
    /// The request's nonce.
    let nonce: String
    /// Who was asked about.
    let requestedCustomer: String
    /// When it was signed, by the server's clock.
    let date: Date
    /// The server's own limit.
    let validUntil: Date
    /// Everything in it.
    let json: JSONObject

    /// A longer one is refused, in bytes, and so kept by no cache.
    static let maximumLength = 1_048_576

    /// Until when it counts while the server is away.
    func countsUntil(_ window: TrustWindow) -> Date {
        min(validUntil, date.addingTimeInterval(window.afterStatement))
    }
}
