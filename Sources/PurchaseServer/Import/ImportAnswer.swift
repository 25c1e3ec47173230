import Entitlements
import Foundation

/// What is known of a row before anything of it is kept.
enum ImportAnswer: Sendable {
    /// What the App Store says of an account on which the row names one transaction.
    case history(PurchaseFacts, of: String)
    /// What it says of a receipt, and when it says so by its own clock; all of it is the customer's.
    case receipt(PurchaseFacts, answerDate: Date?)
    /// A signed transaction, which was verified here.
    case signed(TransactionIngestion.Stated)
    /// Nobody need be asked.
    case grant([String], start: Date?, end: Date?)
    /// The row cannot be taken.
    case refused(ImportRefusal)

    private var chains: Set<ChainKey> {
        switch self {
        case .history(let facts, _), .receipt(let facts, _): Set(facts.chains)
        case .signed(let stated): Set(stated.facts.chains)
        case .grant, .refused: []
        }
    }

    /// What is looked at and changed when the row is kept.
    func subjects(of row: ImportRow) -> Set<ImportSubject> {
        Set(chains.map(ImportSubject.purchase) + ([row.customer] + row.aliases).map(ImportSubject.customer))
    }
}

/// Whom or what a row is about.
enum ImportSubject: Hashable, Sendable {
    case customer(CustomerID)
    case purchase(ChainKey)
}
