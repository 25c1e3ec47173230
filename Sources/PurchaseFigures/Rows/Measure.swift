/// What a row counts.
///
/// Amounts are in the reporting currency. Counts and amounts of what takes away are negative, so that sums are what
/// is left.
public struct Measure: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name in the table of rows.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}

/// Subscriptions that are paid for: the monthly revenue of a moment is the sum of these rows before it.
extension Measure {
    /// The first paid period of a chain began.
    public static let new = Self(rawValue: "new")
    /// A chain that had ended is paid for again.
    public static let reactivated = Self(rawValue: "reactivated")
    /// A chain pays more a month than before; the count is not of subscriptions gained.
    public static let expansion = Self(rawValue: "expansion")
    /// A chain pays less a month than before; the count is not of subscriptions lost.
    public static let contraction = Self(rawValue: "contraction")
    /// A chain ended: its period was not renewed, or the money was given back.
    public static let churned = Self(rawValue: "churned")
    /// A chain changed its product or another member of its segment: out of one, into the other.
    public static let transferred = Self(rawValue: "transferred")

    /// Those of which ``FigureRows`` makes the monthly revenue.
    static let movement: [Measure] = [.new, .reactivated, .expansion, .contraction, .churned, .transferred]
    /// Those whose counts are subscriptions gained and lost.
    static let subscriptions: [Measure] = [.new, .reactivated, .churned, .transferred]
}

/// Renewals.
extension Measure {
    /// A period was followed by the next; the amount is what stayed of the monthly revenue.
    public static let renewed = Self(rawValue: "renewed")
    /// A period that was to be renewed was not; booked on the day on which it ends.
    public static let lapsed = Self(rawValue: "lapsed")
    /// The renewal with the number of the step took place, 0 for the first paid period itself. The segment is that of the
    /// first paid period, whatever product is renewed, and the cohort its month; the day the first of the renewal's month.
    public static let retained = Self(rawValue: "retained")
    /// The renewal with the number of the step was due and did not take place, so that the chain is counted no more;
    /// segment and cohort as with ``retained``, the day that of ``lapsed``.
    public static let retentionLost = Self(rawValue: "retention-lost")
    /// A chain ended; the cohort is the day on which it had begun to be paid for, the step the day on which it came
    /// back, ``RowKey/never`` if it has not.
    public static let lost = Self(rawValue: "lost")
    /// What makes ``lost`` right where products are told apart: a chain whose product had changed was one of its last
    /// product's only from then on. One less under the cohort of ``lost``, one more under the day of the last change.
    public static let lostAfterChange = Self(rawValue: "lost-after-change")
    /// The same where storefronts and currencies are told apart, for a chain that had changed one of them.
    public static let lostAfterMove = Self(rawValue: "lost-after-move")
    /// The same where storefronts are told apart.
    public static let lostAfterStorefront = Self(rawValue: "lost-after-storefront")
    /// The same where currencies are told apart.
    public static let lostAfterCurrency = Self(rawValue: "lost-after-currency")
    /// The same where products and storefronts are told apart.
    public static let lostAfterEither = Self(rawValue: "lost-after-either")
    /// The same where products and currencies are told apart.
    public static let lostAfterPrice = Self(rawValue: "lost-after-price")
    /// The same where products, storefronts and currencies are told apart.
    public static let lostAfterAny = Self(rawValue: "lost-after-any")

    /// The members of a segment that a chain can change.
    static let movable: Set<SegmentDimension> = [.product, .storefront, .currency]
    /// What makes ``lost`` right, by the members that are told apart.
    static let corrections: [(members: Set<SegmentDimension>, measure: Measure)] = [
        ([.product], lostAfterChange), ([.storefront], lostAfterStorefront), ([.currency], lostAfterCurrency),
        ([.storefront, .currency], lostAfterMove), ([.product, .storefront], lostAfterEither),
        ([.product, .currency], lostAfterPrice), ([.product, .storefront, .currency], lostAfterAny),
    ]
}

/// Trials; the cohort is the day on which the trial began.
extension Measure {
    /// A trial began.
    public static let trialStarted = Self(rawValue: "trial-started")
    /// A trial was over, whatever came after it; the count is negative.
    public static let trialEnded = Self(rawValue: "trial-ended")
    /// The first paid period after a trial began.
    public static let trialConverted = Self(rawValue: "trial-converted")
    /// A trial will not convert as things stand: renewal was turned off, or it ended.
    public static let trialLost = Self(rawValue: "trial-lost")
}

/// Money.
extension Measure {
    /// Something was paid for.
    public static let sold = Self(rawValue: "sold")
    /// Money was given back on this day; the cohort is the day of the purchase. A refund that was reversed has a
    /// second row with the opposite count and amount.
    public static let refunded = Self(rawValue: "refunded")
    /// What is left of sales and refunds after tax and commission; the cohort is the day of the purchase.
    public static let proceeds = Self(rawValue: "proceeds")
    /// Something was paid for, and its price was not stated.
    public static let priceMissing = Self(rawValue: "price-missing")
    /// Something was paid for in a currency whose rate on that day is not known.
    public static let rateMissing = Self(rawValue: "rate-missing")
    /// Something was paid for, and no row of the ``ProceedsRules`` says what is left of it.
    public static let proceedsMissing = Self(rawValue: "proceeds-missing")
}

/// Charges that failed, and prices that were raised; the cohort is the day on which that began.
extension Measure {
    /// The App Store could not charge for the next period; the amount is the monthly revenue at stake.
    public static let billingFailed = Self(rawValue: "billing-failed")
    /// It could in the end.
    public static let billingRecovered = Self(rawValue: "billing-recovered")
    /// It gave up.
    public static let billingLost = Self(rawValue: "billing-lost")
    /// A person was told of a higher price.
    public static let consentAsked = Self(rawValue: "consent-asked")
    /// The person agreed, or needed not.
    public static let consentGiven = Self(rawValue: "consent-given")
    /// The subscription ended because the person did not agree.
    public static let consentRefused = Self(rawValue: "consent-refused")
}

/// Customers; the cohort is the month in which they were first seen, the step a window of days after that.
extension Measure {
    /// A customer was seen for the first time.
    public static let customers = Self(rawValue: "customers")
    /// A customer paid for the first time, within so many days.
    public static let payers = Self(rawValue: "payers")
    /// What a customer paid, less refunds, within so many days.
    public static let customerRevenue = Self(rawValue: "customer-revenue")
}
