package import Foundation

extension PurchaseFacts {
    /// The same facts, none of them dated later than a moment.
    ///
    /// Nobody can have stated anything later than now: such a date comes from a clock that once ran ahead. As it stands it
    /// would hide every newer statement, refunds among them, until the date has passed. What was stated at such a moment
    /// is dated by the last thing that it reports, the earliest moment at which it can have been stated. Then every
    /// statement with a date of its own that reports something newer holds against it.
    ///
    /// - Parameter latest: Now, with the tolerance of the clocks.
    package func dated(notAfter latest: Date) -> PurchaseFacts {
        let isAhead =
            purchases.contains { $0.statedDate > latest } || renewals.contains { $0.statedDate > latest }
        guard isAhead else { return self }
        let dated = purchases.map { $0.dated(notAfter: latest) }
        let begins = Dictionary(dated.map { ($0.chain, min($0.purchaseDate, latest)) }, uniquingKeysWith: max)
        return PurchaseFacts(
            purchases: dated,
            renewals: renewals.map { renewal in
                guard renewal.statedDate > latest else { return renewal }
                // Renewal information is about the newest period, so it is not older than that.
                return renewal.stated(asOf: begins[renewal.chain] ?? .distantPast)
            }
        )
    }
}

extension RenewalFact {
    /// The same, stated as early as it can have been by whoever reports something of a moment: then, or, as an end comes
    /// after the beginning, just after it.
    ///
    /// - Parameter moment: The last thing that was reported with it, as a rule the beginning of the newest period.
    package func stated(asOf moment: Date) -> RenewalFact {
        var renewal = self
        renewal.statedDate = tellsOfAnEnd ? moment.addingTimeInterval(0.001) : moment
        return renewal
    }
}

extension PurchaseFact {
    fileprivate func dated(notAfter latest: Date) -> PurchaseFact {
        guard statedDate > latest else { return self }
        var fact = self
        fact.statedDate = [purchaseDate, revocationDate].compactMap(\.self).filter { $0 <= latest }.max() ?? latest
        return fact
    }
}
