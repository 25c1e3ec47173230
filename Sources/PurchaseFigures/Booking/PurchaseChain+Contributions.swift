public import Entitlements

extension PurchaseChain {
    /// What the chain adds to the rows of all figures, by the facts that are known.
    ///
    /// A pure function: the same facts in any order, each any number of times, give the same. It looks at no clock:
    /// what will happen if nothing more is heard, such as the end of a period, is booked on its day ahead, and is
    /// another row when the renewal arrives. So a server keeps what a chain contributed last, and on each new fact
    /// adds `Contribution.changes(from:to:)` in the transaction in which it keeps the fact.
    ///
    /// A chain of `n` paid periods contributes at most 3`n` + 12 rows if all are renewed in time: the sale, the
    /// renewal and the renewal's number, and what happens once. A change of price adds 1 row, of product 2 more and 8
    /// at the end of the chain, a lapse and return 4, a refund 1, rules for proceeds one for each sale and refund. Rows of the same day and
    /// segment are shared by all chains, so that the table grows with days and segments.
    ///
    /// - Parameters:
    ///   - app: The app, where no transaction names it.
    ///   - rules: What the App Store does not say.
    /// - Returns: One contribution for each row.
    public func contributions(app: String = "", rules: FigureRules) -> [Contribution] {
        var booking = ChainBooking(self, app: app, rules)
        booking.bookMovement()
        booking.bookRenewals()
        booking.bookTrials()
        booking.bookMoney()
        booking.bookBilling()
        booking.bookConsent()
        return Contribution.merged(booking.contributions)
    }
}

extension FigureRules {
    /// What the chains of these facts add to the rows of all figures; see
    /// ``PurchaseChain/contributions(app:rules:)``.
    ///
    /// - Parameters:
    ///   - facts: All that is known of one chain, or of several.
    ///   - app: The app, where no transaction names it.
    /// - Returns: One contribution for each row.
    public func contributions(of facts: PurchaseFacts, app: String = "") -> [Contribution] {
        Contribution.merged(PurchaseChain.chains(of: facts).flatMap { $0.contributions(app: app, rules: self) })
    }
}
