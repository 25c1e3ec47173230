import AppStoreModels
import Entitlements
import Foundation

/// What is known about purchases of which nothing was known before a change, without asking the database.
struct NewPurchases: Sendable {
    /// What a customer has who has all of them and nothing else: after a first upload of many purchases.
    struct Together: Sendable, Hashable {
        let facts: PurchaseFacts
        let entitlements: [Entitlement]
        /// The moment of which that is true.
        let date: Date
    }

    /// Everything about each, as the database would tell it; about some nothing, which is left to the database.
    let known: [ChainKey: PurchaseFacts]
    /// What follows from all of them; nil where nobody asks for it, there are few, or some are left to the database. Who has
    /// few long ones is told soon, and what follows from them is worked out then: it would only be waited for.
    let together: Together?

    /// - Parameters:
    ///   - new: Those of the stated purchases of which nothing was known.
    ///   - date: When it is asked what follows from all of them.
    ///   - rules: By which it follows; nil where nobody will ask.
    init(_ stated: StatedChains, of new: Set<ChainKey>, at date: Date, _ rules: EntitlementRules?) {
        known = new.isEmpty ? [:] : Self.stored(stated, of: new)
        guard let rules, new.count >= OtherCores.minimumCount, known.count == new.count else {
            together = nil
            return
        }
        let facts = PurchaseFacts(
            purchases: known.values.lazy.flatMap(\.purchases),
            renewals: known.values.lazy.flatMap(\.renewals)
        )
        together = Together(facts: facts, entitlements: facts.entitlements(at: date, rules: rules), date: date)
    }

    /// The same, worked out on another core while it is decided whose the purchases are.
    static func ahead(
        _ stated: StatedChains,
        of new: Set<ChainKey>,
        at date: Date,
        _ rules: EntitlementRules?
    ) -> WorkedAhead<NewPurchases> {
        WorkedAhead(1, isLong: new.count >= OtherCores.minimumCount) { _ in
            NewPurchases(stated, of: new, at: date, rules)
        }
    }

    private static func stored(_ stated: StatedChains, of new: Set<ChainKey>) -> [ChainKey: PurchaseFacts] {
        var known: [ChainKey: PurchaseFacts] = [:]
        known.reserveCapacity(new.count)
        for chain in stated.all where new.contains(chain.key) {
            // What was stated twice is stored once, under the later date: that is left to the database.
            let (purchases, renewals) = (chain.purchases, chain.renewals)
            guard let date = purchases.first?.statedDate, renewals.count <= 1,
                purchases.indices.allSatisfy({ purchases[$0].statedDate == date })
            else { continue }
            known[chain.key] = PurchaseFacts(
                purchases: date == date.asStored ? purchases : purchases.dated(date.asStored),
                renewals: renewals.map { fact in
                    var fact = fact
                    fact.statedDate = fact.statedDate.asStored
                    return fact
                }
            )
        }
        return known
    }
}

extension ArraySlice<PurchaseFact> {
    /// The same, stated at another date.
    fileprivate func dated(_ date: Date) -> ArraySlice<PurchaseFact> {
        var dated = self
        for place in dated.indices { dated[place].statedDate = date }
        return dated
    }
}

extension Date {
    /// The whole millisecond that a column has.
    fileprivate var asStored: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}
