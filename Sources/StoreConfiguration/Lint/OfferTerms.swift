/// How long offers of each payment mode may be.
enum OfferTerms {
    case free, paidAsYouGo, paidUpFront

    init?(mode: String) {
        switch OfferPaymentMode(rawValue: mode) {
        case .freeTrial: self = .free
        case .payAsYouGo: self = .paidAsYouGo
        case .payUpFront: self = .paidUpFront
        default: return nil
        }
    }

    /// The mode in words.
    var name: String {
        switch self {
        case .free: "free"
        case .paidAsYouGo: "paid as you go"
        case .paidUpFront: "paid up front"
        }
    }

    /// Whether an offer may have this period.
    func allows(_ period: BillingPeriod, ofSubscription own: BillingPeriod?) -> Bool {
        switch self {
        case .free: ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"].contains(period.iso8601)
        case .paidUpFront: ["P1M", "P2M", "P3M", "P6M", "P1Y"].contains(period.iso8601)
        case .paidAsYouGo: own.map { $0 == period } ?? true
        }
    }

    /// How many periods an offer may have: one, or as many as a year has (twelve weeks).
    func maximumCount(of period: BillingPeriod) -> Int64 {
        guard self == .paidAsYouGo else { return 1 }
        switch period.unit {
        case .day, .week: return 12
        case .month: return Int64(max(1, 12 / period.count))
        case .year: return 1
        }
    }
}
