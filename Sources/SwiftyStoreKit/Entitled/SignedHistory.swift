import AppStoreModels
import AppStoreTrust
import Foundation

/// The signed transactions of a customer, as StoreKit gave them, and when.
///
/// It is kept as it was signed and verified in each launch: a customer who edits it has nothing of it.
struct SignedHistory: Codable, Sendable, Hashable {
    static let key = "signed-transactions"

    /// Transactions as JWS.
    var transactions: [String]
    /// Renewal information as JWS, each with the transaction that it came with.
    var renewals: [Renewal]
    /// When StoreKit gave them.
    var confirmedAt: Date

    /// Where a subscription stands, signed.
    struct Renewal: Codable, Sendable, Hashable {
        var transaction: String
        var renewalInfo: String
    }

    /// When StoreKit gave them: never later than now. A date that was moved ahead by hand counts as that of the newest
    /// signature.
    func confirmation(at now: Date, _ verifier: SignedDataVerifier) -> Date {
        guard confirmedAt > now else { return confirmedAt }
        let signed = transactions.compactMap { try? verifier.verify(signedTransaction: $0).payload.signedDate }
        return signed.filter { $0 <= now }.max() ?? .distantPast
    }
}
