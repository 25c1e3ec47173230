import AppStoreModels
import Entitlements

/// What tells chains of transactions apart.
struct ChainKey: Hashable {
    let environment: AppStoreEnvironment
    let originalTransactionID: String

    init(environment: AppStoreEnvironment, originalTransactionID: String) {
        self.environment = environment
        self.originalTransactionID = originalTransactionID
    }

    init(_ fact: PurchaseFact) {
        environment = fact.environment
        originalTransactionID = fact.originalTransactionID
    }

    init(_ fact: RenewalFact) {
        environment = fact.environment
        originalTransactionID = fact.originalTransactionID
    }
}

extension PurchaseFacts {
    /// All chains that these facts are about.
    var chains: Set<ChainKey> {
        Set(purchases.map(ChainKey.init)).union(renewals.map(ChainKey.init))
    }

    /// Those of them that renew.
    var subscriptionChains: Set<ChainKey> {
        Set(purchases.filter { $0.expiresDate != nil }.map(ChainKey.init)).union(renewals.map(ChainKey.init))
    }
}
