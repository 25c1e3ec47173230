import Entitlements
import Foundation

/// For how long that interface gives an entitlement.
enum RevenueCatDuration: String, CaseIterable {
    case daily
    case threeDay = "three_day"
    case weekly
    case twoWeek = "two_week"
    case monthly
    case twoMonth = "two_month"
    case threeMonth = "three_month"
    case sixMonth = "six_month"
    case yearly
    case lifetime

    /// When it ends; nil for never. Months are those of the calendar in UTC.
    func end(from start: Date) -> Date? {
        switch self {
        case .daily: start.addingTimeInterval(86_400)
        case .threeDay: start.addingTimeInterval(3 * 86_400)
        case .weekly: start.addingTimeInterval(7 * 86_400)
        case .twoWeek: start.addingTimeInterval(14 * 86_400)
        case .monthly: Self.date(months: 1, after: start)
        case .twoMonth: Self.date(months: 2, after: start)
        case .threeMonth: Self.date(months: 3, after: start)
        case .sixMonth: Self.date(months: 6, after: start)
        case .yearly: Self.date(months: 12, after: start)
        case .lifetime: nil
        }
    }

    private static func date(months: Int, after start: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .month, value: months, to: start) ?? start
    }
}

extension Grant {
    private static let prefix = "rc-"

    /// The name of a grant that came by that interface: it says for how long it was meant.
    static func revenueCatName(_ duration: RevenueCatDuration?, _ identifier: String) -> String {
        prefix + (duration?.rawValue ?? "custom") + "-" + identifier
    }

    /// The product that that interface says a grant is of.
    var revenueCatProductID: String {
        let name = grant.id
        let word = name.hasPrefix(Self.prefix) ? name.dropFirst(Self.prefix.count).prefix { $0 != "-" } : ""
        let known = RevenueCatDuration(rawValue: String(word))
        return "rc_promo_\(grant.level)_\(known?.rawValue ?? (grant.endDate == nil ? "lifetime" : "custom"))"
    }

    /// When it ends, or was taken back; nil for never.
    var lastMoment: Date? { [grant.endDate, grant.revokedDate].compactMap(\.self).min() }
}
