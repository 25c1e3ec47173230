public import Foundation

/// The subscriptions of a receipt over time: for each chain of transactions the stretches in which it was paid for, on
/// trial, refunded, or not there at all.
///
/// Periods that follow each other and are of the same kind are one span, so two hundred renewals without interruption
/// are a single one.
public struct SubscriptionTimeline: Sendable, Hashable {
    /// The chains, in the order in which they began.
    public let chains: [Chain]

    /// One subscription: a first transaction and its renewals.
    public struct Chain: Sendable, Hashable {
        /// The first transaction.
        public let originalTransactionID: String
        /// The products it was for, in the order in which they came: more than one after an upgrade or downgrade.
        public let productIDs: [String]
        /// What happened, without overlap in kind, in the order of time.
        public let spans: [Span]

        /// When the first period began.
        public var begin: Date { spans.first?.begin ?? .distantPast }
        /// When the last period ends.
        public var end: Date { spans.map(\.end).max() ?? .distantPast }
        /// How many periods there were.
        public var periods: Int { spans.reduce(0) { $0 + $1.periods } }
    }

    /// Periods of one kind and product that follow each other, or the gap between two of them.
    public struct Span: Sendable, Hashable {
        /// What kind of time this is.
        public let kind: Kind
        /// The product; of a gap the one before it.
        public let productID: String
        /// When it begins.
        public let begin: Date
        /// When it ends: for a refunded period the refund, for others the end of the last period.
        public fileprivate(set) var end: Date
        /// How many periods it has, 0 for a gap.
        public fileprivate(set) var periods: Int
    }

    /// What kind of time a span is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Paid, or free for a reason the receipt does not tell.
        case paid
        /// A free trial.
        case trial
        /// An introductory price.
        case introductory
        /// Refunded, or ended early by an upgrade: receipts do not tell these apart.
        case refunded
        /// Nothing was paid for.
        case gap
    }

    /// The timeline of these purchases; those without an end, which are no auto-renewable subscriptions, are left out.
    public init(_ purchases: some Sequence<InAppPurchaseRecord>) {
        var periods: [String: [Period]] = [:]
        for purchase in purchases {
            guard let period = Period(purchase) else { continue }
            periods[purchase.chainID, default: []].append(period)
        }
        chains = periods.map { id, periods in Self.chain(id, periods) }
            .sorted { ($0.begin, $0.originalTransactionID) < ($1.begin, $1.originalTransactionID) }
    }

    private static func chain(_ id: String, _ periods: [Period]) -> Chain {
        var fold = SpanFold()
        // A restored purchase is in the receipt a second time, under another transaction.
        for period in Set(periods).sorted() { fold.add(period) }
        var productIDs: [String] = []
        for span in fold.spans where !productIDs.contains(span.productID) { productIDs.append(span.productID) }
        return Chain(originalTransactionID: id, productIDs: productIDs, spans: fold.spans)
    }
}

/// One paid period.
private struct Period: Hashable, Comparable {
    let kind: SubscriptionTimeline.Kind
    let productID: String
    let begin: Date
    let end: Date
    /// How long it was to last.
    let length: TimeInterval

    init?(_ purchase: InAppPurchaseRecord) {
        guard let expires = purchase.expiresDate else { return nil }
        productID = purchase.productID
        begin = purchase.purchaseDate
        length = max(0, expires.timeIntervalSince(begin))
        if let refund = purchase.cancellationDate {
            kind = .refunded
            end = max(begin, min(refund, expires))
        } else {
            kind =
                purchase.isTrialPeriod == true
                ? .trial : purchase.isInIntroOfferPeriod == true ? .introductory : .paid
            end = max(begin, expires)
        }
    }

    static func < (left: Period, right: Period) -> Bool {
        (left.begin, left.end, left.productID, left.kind.rawValue)
            < (right.begin, right.end, right.productID, right.kind.rawValue)
    }
}

/// Joins periods, given in the order of time, into spans.
private struct SpanFold {
    private(set) var spans: [SubscriptionTimeline.Span] = []
    private var coveredUntil = Date.distantPast
    private var previousLength: TimeInterval = 0

    mutating func add(_ period: Period) {
        addGap(before: period)
        if let last = spans.last, last.kind == period.kind, last.productID == period.productID, period.kind != .refunded
        {
            spans[spans.count - 1].end = max(last.end, period.end)
            spans[spans.count - 1].periods += 1
        } else {
            spans.append(
                SubscriptionTimeline.Span(
                    kind: period.kind,
                    productID: period.productID,
                    begin: period.begin,
                    end: period.end,
                    periods: 1
                )
            )
        }
        coveredUntil = max(coveredUntil, period.end)
        previousLength = period.length
    }

    /// A renewal comes a moment late now and then, in the sandbox nearly always; a hundredth of the period is no gap.
    private mutating func addGap(before period: Period) {
        guard let last = spans.last, period.begin.timeIntervalSince(coveredUntil) > previousLength / 100 else { return }
        spans.append(
            SubscriptionTimeline.Span(
                kind: .gap,
                productID: last.productID,
                begin: coveredUntil,
                end: period.begin,
                periods: 0
            )
        )
    }
}
