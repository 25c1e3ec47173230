import AppStoreModels
import Entitlements

/// What a customer has after a change, ready to be shown by many events: each shows all of it, or of very many those that
/// matter most. Ranked once, as an upload may bring thousands of events about thousands of entitlements.
struct RankedEntitlements {
    /// In the order of the fold.
    let all: [Entitlement]
    /// What gives access before the rest, then the newest first.
    private let ranked: [Entitlement]
    /// The places of what follows from one purchase, the same order.
    private let places: [ChainKey: [Int]]

    /// How many entitlements an event shows at most.
    static let maximumCount = 100

    init(_ all: [Entitlement]) {
        self.all = all
        let ranked = all.sorted { left, right in
            if left.isEntitled != right.isEntitled { return left.isEntitled }
            return left.purchaseDate > right.purchaseDate
        }
        places = Dictionary(grouping: ranked.indices) { ChainKey(ranked[$0]) }
        self.ranked = ranked
    }

    /// What an event shows: what it is about, then what gives access, then the newest.
    ///
    /// - Parameters:
    ///   - chain: What the event is about.
    ///   - limit: How many it shows; if there are no more, all of them.
    func shown(about chain: ChainKey?, limit: Int) -> [Entitlement] {
        guard all.count > limit else { return all }
        let own = (chain.flatMap { places[$0] } ?? []).prefix(limit)
        var shown = own.map { ranked[$0] }
        for (place, entitlement) in ranked.enumerated() {
            guard shown.count < limit else { break }
            if !own.contains(place) { shown.append(entitlement) }
        }
        return shown
    }
}

extension ChainKey {
    fileprivate init(_ entitlement: Entitlement) {
        self.init(
            environment: entitlement.environment,
            originalTransactionID: entitlement.originalTransactionID
        )
    }
}
