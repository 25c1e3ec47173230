// Facts are dear to copy, and there may be very many: what is looked for is copied, and nothing else.

extension [PurchaseFact] {
    /// The last one by an order, of those that count; of several the first in the list.
    func last(
        by precedes: (PurchaseFact, PurchaseFact) -> Bool,
        where counts: (PurchaseFact) -> Bool = { _ in true }
    ) -> PurchaseFact? {
        var last: Int?
        for index in indices where counts(self[index]) {
            if let other = last, !precedes(self[other], self[index]) { continue }
            last = index
        }
        return last.map { self[$0] }
    }

    /// The first one by an order, of those that count; of several the first in the list.
    func first(
        by precedes: (PurchaseFact, PurchaseFact) -> Bool,
        where counts: (PurchaseFact) -> Bool
    ) -> PurchaseFact? {
        last(by: { precedes($1, $0) }, where: counts)
    }

    /// Those that count: nearly always all, which are the same list then.
    func those(where counts: (PurchaseFact) -> Bool) -> [PurchaseFact] {
        indices.allSatisfy { counts(self[$0]) } ? self : filter(counts)
    }
}
