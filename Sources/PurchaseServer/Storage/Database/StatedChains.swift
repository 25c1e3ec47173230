import AppStoreModels
import Entitlements

/// What a change states about each purchase, in the order of the indexes: rows that are read together then lie
/// together, and few pages change at a time.
///
/// Put in order once for the whole change, because an upload may bring thousands of purchases and facts are dear to
/// copy.
struct StatedChains {
    struct Chain {
        let key: ChainKey
        /// In the order of their identifiers.
        let purchases: ArraySlice<PurchaseFact>
        let renewals: [RenewalFact]

        /// Whether it renews.
        var renews: Bool {
            !renewals.isEmpty || purchases.indices.contains { purchases[$0].expiresDate != nil }
        }
    }

    /// In a fixed order, so that the same facts make the same feed.
    let all: [Chain]
    /// The purchases of all of them.
    private let purchases: [PurchaseFact]

    var keys: [ChainKey] { all.map(\.key) }

    init(_ facts: PurchaseFacts) {
        let renewals = facts.renewals.isEmpty ? [:] : Dictionary(grouping: facts.renewals, by: ChainKey.init)
        let purchases = Self.sorted(facts.purchases)
        self.purchases = purchases
        var chains: [Chain] = []
        var withoutPurchases = Set(renewals.keys)
        var start = purchases.startIndex
        while start < purchases.endIndex {
            let key = ChainKey(purchases[start])
            var end = start + 1
            while end < purchases.endIndex, purchases[end].isOf(key) { end += 1 }
            chains.append(Chain(key: key, purchases: purchases[start..<end], renewals: renewals[key] ?? []))
            withoutPurchases.remove(key)
            start = end
        }
        let others = withoutPurchases.map { Chain(key: $0, purchases: [], renewals: renewals[$0] ?? []) }
        all = others.isEmpty ? chains : (chains + others).sorted { $0.key.sortKey < $1.key.sortKey }
    }

    /// One purchase as it is stored.
    struct Row: Sendable {
        let fact: StoredFact
        let productID: String
        let chain: ChainKey
    }

    /// The rows of all purchases, those of each chain together, worked out while those before them are stored.
    func purchaseRows(by writer: FactWriter) -> WorkedAhead<Row> {
        // Whoever stores them has no need of the facts, which two cores would count at the same time.
        WorkedAhead(purchases.count) { [purchases] place in
            let fact = purchases[place]
            return Row(fact: try writer.row(of: fact), productID: fact.productID, chain: ChainKey(fact))
        }
    }

    /// The places are sorted instead of the facts, which are large, by identifiers that are taken out of them once.
    private static func sorted(_ facts: Set<PurchaseFact>) -> [PurchaseFact] {
        let facts = Array(facts)
        guard facts.count > 1 else { return facts }
        // The App Store's identifiers are short; whoever sends others waits a little longer.
        let short = facts.indices.compactMap { Place(facts[$0], index: $0, ShortText.init) }
        if short.count == facts.count { return short.sorted(by: Place.precedes).map { facts[$0.index] } }
        let places = facts.indices.compactMap { Place(facts[$0], index: $0) { (text: String) -> String? in text } }
        return places.sorted(by: Place.precedes).map { facts[$0.index] }
    }

    /// Where a fact stands, and by what it is put in order.
    private struct Place<Text: Comparable> {
        let environment: Text
        let originalTransactionID: Text
        let transactionID: Text
        let index: Int

        /// - Returns: nil if `text` does not take one of its identifiers.
        init?(_ fact: PurchaseFact, index: Int, _ text: (String) -> Text?) {
            guard let environment = text(fact.environment.rawValue),
                let originalTransactionID = text(fact.originalTransactionID),
                let transactionID = text(fact.transactionID)
            else { return nil }
            (self.environment, self.originalTransactionID) = (environment, originalTransactionID)
            (self.transactionID, self.index) = (transactionID, index)
        }

        static func precedes(_ one: Self, _ other: Self) -> Bool {
            (one.environment, one.originalTransactionID, one.transactionID)
                < (other.environment, other.originalTransactionID, other.transactionID)
        }
    }
}

extension PurchaseFact {
    fileprivate func isOf(_ chain: ChainKey) -> Bool {
        originalTransactionID == chain.originalTransactionID && environment == chain.environment
    }
}
