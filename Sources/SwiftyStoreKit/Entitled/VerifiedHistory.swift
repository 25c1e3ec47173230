import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation

/// A signed history, and what is known by it: each signature is looked at once in a launch, if it holds.
///
/// One that does not is looked at again: it may be dated ahead of a clock that is put right later.
struct VerifiedHistory: Sendable {
    let history: SignedHistory
    private(set) var facts = PurchaseFacts()
    private var purchases: [String: PurchaseFact] = [:]
    private var renewals: [SignedHistory.Renewal: RenewalFact] = [:]

    /// - Parameter known: What was verified in this launch already; what the history does not have is forgotten.
    init(_ history: SignedHistory, knowing known: VerifiedHistory? = nil, _ verifier: SignedDataVerifier) {
        self.history = history
        for jws in history.transactions + history.renewals.map(\.transaction) where purchases[jws] == nil {
            purchases[jws] = known?.purchases[jws] ?? Self.purchase(jws, verifier)
        }
        for renewal in history.renewals where renewals[renewal] == nil {
            renewals[renewal] = known?.renewals[renewal] ?? Self.renewal(renewal, verifier)
        }
        facts = PurchaseFacts(purchases: purchases.values, renewals: renewals.values)
    }

    /// Whether every signature holds, so that looking again changes nothing.
    var isComplete: Bool {
        (history.transactions + history.renewals.map(\.transaction)).allSatisfy { purchases[$0] != nil }
            && history.renewals.allSatisfy { renewals[$0] != nil }
    }

    private static func purchase(_ jws: String, _ verifier: SignedDataVerifier) -> PurchaseFact? {
        (try? verifier.verify(signedTransaction: jws)).flatMap { try? PurchaseFact($0) }
    }

    private static func renewal(_ renewal: SignedHistory.Renewal, _ verifier: SignedDataVerifier) -> RenewalFact? {
        guard let transaction = try? verifier.verify(signedTransaction: renewal.transaction),
            let verified = try? verifier.verify(signedRenewalInfo: renewal.renewalInfo, of: transaction)
        else { return nil }
        return try? RenewalFact(verified)
    }
}
