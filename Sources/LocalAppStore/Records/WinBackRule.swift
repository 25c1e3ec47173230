/// Who may have a win-back offer, as it is set in App Store Connect. Times are subscription time: at a fast rate they pass
/// as fast as its months.
public struct WinBackRule: Sendable, Hashable, Codable {
    /// How many months the customer has paid for, at least.
    public var minimumPaidMonths: Int
    /// How many months since the subscription ended, at least.
    public var minimumMonthsSinceChurn: Int
    /// How many months since the subscription ended, at most; nil for any number.
    public var maximumMonthsSinceChurn: Int?
    /// How many months since the customer last had a win-back offer of the group, at least; nil for any number.
    public var monthsBetweenOffers: Int?

    /// A rule; by default every former subscriber may have the offer, as in Apple's sandbox.
    public init(
        minimumPaidMonths: Int = 0,
        minimumMonthsSinceChurn: Int = 0,
        maximumMonthsSinceChurn: Int? = nil,
        monthsBetweenOffers: Int? = nil
    ) {
        self.minimumPaidMonths = minimumPaidMonths
        self.minimumMonthsSinceChurn = minimumMonthsSinceChurn
        self.maximumMonthsSinceChurn = maximumMonthsSinceChurn
        self.monthsBetweenOffers = monthsBetweenOffers
    }
}

extension WinBackRule: StoredValue {
    func checkRanges() throws(Nonsense) {
        let months = 0...1_200
        try months.check(minimumPaidMonths, "minimumPaidMonths")
        try months.check(minimumMonthsSinceChurn, "minimumMonthsSinceChurn")
        try months.check(maximumMonthsSinceChurn, "maximumMonthsSinceChurn")
        try months.check(monthsBetweenOffers, "monthsBetweenOffers")
    }
}
