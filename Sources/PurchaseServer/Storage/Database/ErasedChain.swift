import AppStoreModels
import Entitlements
import Foundation

/// A purchase with its renewals from which somebody was taken out, and whose tokens may stand there all the same.
struct ErasedChain {
    /// Up to when it was bought by the one who was taken out.
    private let date: Date
    /// The tokens of others in what was bought until then.
    private var others: Set<UUID> = []
    /// The tokens of who has bought since.
    private var newcomers: Set<UUID> = []

    /// - Parameter known: What is stored: the tokens of the one who was taken out stand there no more.
    init(date: Date, _ known: PurchaseFacts) {
        self.date = date
        for fact in known.purchases { note(fact) }
    }

    /// Notes what was stated just now: somebody has bought it, and if that was afterwards it is somebody anew.
    mutating func noteBought(_ fact: PurchaseFact) {
        if isLater(fact) { note(fact) }
    }

    private mutating func note(_ fact: PurchaseFact) {
        guard let token = fact.appAccountToken else { return }
        if isLater(fact) { newcomers.insert(token) } else { others.insert(token) }
    }

    /// Whether the token of a transaction, if it has one, is that of somebody who was not taken out.
    func mayHaveToken(_ fact: PurchaseFact) -> Bool {
        guard let token = fact.appAccountToken else { return true }
        return others.contains(token) || isLater(fact) && newcomers.contains(token)
    }

    /// Whether a token is that of somebody who was not taken out.
    func isKnown(_ token: UUID) -> Bool { others.contains(token) || newcomers.contains(token) }

    private func isLater(_ fact: PurchaseFact) -> Bool {
        fact.purchaseDate.millisecondsSince1970 > date.millisecondsSince1970
    }
}

extension PurchaseFact {
    /// Whether a person bought it, and the App Store did not renew it or give it back. Receipts do not say: of these only the
    /// first transaction counts as bought, because who comes back shows a receipt, and who was forgotten must not come back
    /// by a guess.
    var isBought: Bool {
        guard let transactionReason else { return transactionID == originalTransactionID }
        return transactionReason == .purchase
    }
}
