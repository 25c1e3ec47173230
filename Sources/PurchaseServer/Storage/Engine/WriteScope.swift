import Entitlements

/// Whom a change concerns: what it decides by what it reads. Where several servers write, others wait who change the same.
///
/// A file has one writer at a time, so there it says nothing. A scope that is too small lets two servers decide by what the
/// other one is just changing; one that is too large only makes them wait.
enum WriteScope: Sendable {
    /// Anything: everybody else who writes waits.
    case everything
    /// These purchases and customers, with the persons whom the customers are and who have the purchases. None of either is a
    /// change of rows that nobody decides by.
    case only(chains: [ChainKey], customers: [CustomerID])

    /// Rows that nobody decides by.
    static let independent = WriteScope.only(chains: [], customers: [])

    /// Whatever facts are about, and whoever is named in them.
    static func stated(_ facts: PurchaseFacts, and customers: [CustomerID] = [], chains: [ChainKey] = []) -> Self {
        let tokens = facts.purchases.compactMap(\.appAccountToken).map(CustomerID.init(appAccountToken:))
        return .only(chains: Array(facts.chains) + chains, customers: Array(Set(tokens + customers)))
    }
}
