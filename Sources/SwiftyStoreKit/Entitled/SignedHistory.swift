import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// The signed transactions of a customer, as StoreKit gave them, and when.
///
/// It is kept as it was signed and verified each time it is read: a customer who edits it has nothing of it.
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

    /// What the App Store says by those whose signatures hold.
    func facts(_ verifier: SignedDataVerifier) -> PurchaseFacts {
        var facts = PurchaseFacts()
        for jws in transactions + renewals.map(\.transaction) {
            if let verified = try? verifier.verify(signedTransaction: jws), let fact = try? PurchaseFact(verified) {
                facts.insert(fact)
            }
        }
        for renewal in renewals {
            guard let transaction = try? verifier.verify(signedTransaction: renewal.transaction),
                let verified = try? verifier.verify(signedRenewalInfo: renewal.renewalInfo, of: transaction),
                let fact = try? RenewalFact(verified)
            else { continue }
            facts.insert(fact)
        }
        return facts
    }

    /// When StoreKit gave them: never later than now. A date that was moved ahead by hand counts as that of the newest
    /// signature.
    func confirmation(at now: Date, _ verifier: SignedDataVerifier) -> Date {
        guard confirmedAt > now else { return confirmedAt }
        let signed = transactions.compactMap { try? verifier.verify(signedTransaction: $0).payload.signedDate }
        return signed.filter { $0 <= now }.max() ?? .distantPast
    }
}
