import AppStoreModels
import Foundation
import PurchaseFigures

/// What figures need to know that has more structure than a flag can hold: what is left of prices, and how long products
/// last.
struct FigureSettings: Sendable {
    /// What is left after tax and commission; nil if the file does not say.
    private(set) var proceeds: ProceedsRules?
    /// How long the periods of products are, where their dates do not show it.
    private(set) var productPeriods: [String: PaidPeriod] = [:]
    /// As they stand in the file.
    let sections: [(String, JSONObject)]

    /// For all storefronts that have no rows of their own.
    private static let everywhere = "all"
    /// How many rows are read: each sale looks for its own among them.
    private static let mostRows = 2_000

    init() { sections = [] }

    /// - Throws: ``SettingsError``.
    init(_ file: SettingsFile) throws(SettingsError) {
        sections = ["proceeds", "productPeriods"].compactMap { name in file.sections[name].map { (name, $0) } }
        if let section = file.sections["proceeds"] { proceeds = try Self.proceeds(section) }
        for (product, value) in file.sections["productPeriods"]?.members ?? [] {
            guard let text = value.string, let period = PaidPeriod(setting: text) else {
                throw Self.mistake("productPeriods.\(product)", "a period, as P1W, P1M, P1Y or P3D")
            }
            productPeriods[product] = period
        }
    }

    private static func proceeds(_ section: JSONObject) throws(SettingsError) -> ProceedsRules {
        var rows: [ProceedsRules.Row] = []
        for (name, value) in section.members {
            guard name == everywhere || name.utf8.count == 3 && name.utf8.allSatisfy({ (65...90).contains($0) }) else {
                throw mistake("proceeds", "by storefront, three capitals as DEU, or \(everywhere): \(name.prefix(40))")
            }
            guard let items = value.array, !items.isEmpty else { throw mistake("proceeds.\(name)", "a list of rows") }
            for item in items { rows.append(try row(item, "proceeds.\(name)", name == everywhere ? nil : name)) }
        }
        guard rows.count <= mostRows else { throw mistake("proceeds", "at most \(mostRows) rows") }
        let rules = ProceedsRules(rows)
        if let row = rules.contradictions.first {
            throw mistake(
                "proceeds.\(row.storefront ?? everywhere)",
                "one row from \(row.from); there are several, which say different things"
            )
        }
        return rules
    }

    private static let members: Set = ["from", "taxRate", "taxShare", "commission", "commissionAfterYear"]

    private static func row(
        _ value: JSONValue,
        _ name: String,
        _ storefront: String?
    ) throws(SettingsError) -> ProceedsRules.Row {
        guard let object = value.object else { throw mistake(name, "a list of objects") }
        if let other = object.members.first(where: { !members.contains($0.0) })?.0 {
            throw mistake(name, "of rows with \(members.sorted().joined(separator: ", ")), and not \(other.prefix(40))")
        }
        guard let day = object[string: "from"].flatMap({ Day($0) }) else {
            throw mistake("\(name).from", "a day, as 2026-01-31")
        }
        guard let commission = try number("commission", of: object, name, below: 1) else {
            throw mistake("\(name).commission", "a number from 0 to 1, as 0.15")
        }
        let rate = try number("taxRate", of: object, name, below: 10)
        let share = try number("taxShare", of: object, name, below: 1)
        guard rate == nil || share == nil else { throw mistake(name, "with taxRate or taxShare, not both") }
        return ProceedsRules.Row(
            from: day,
            storefront: storefront,
            tax: rate.map { ProceedsRules.Tax.rate($0) } ?? share.map { .share($0) } ?? .unknown,
            commission: commission,
            commissionAfterYear: try number("commissionAfterYear", of: object, name, below: 1)
        )
    }

    private static func number(
        _ member: String,
        of object: JSONObject,
        _ name: String,
        below limit: Int
    ) throws(SettingsError) -> Decimal? {
        guard let value = object[member] else { return nil }
        guard case .number(let number) = value, number.decimal >= 0, number.decimal <= Decimal(limit) else {
            throw mistake("\(name).\(member)", "a number from 0 to \(limit)")
        }
        return number.decimal
    }

    private static func mistake(_ name: String, _ expectation: String) -> SettingsError {
        SettingsError(.file, "\(name) must be \(expectation)")
    }
}

extension PaidPeriod {
    /// A duration of ISO 8601 with one unit, as App Store Connect and StoreKit write periods.
    init?(setting text: String) {
        guard text.hasPrefix("P"), let unit = text.last, let count = Int(text.dropFirst().dropLast()),
            (1...999).contains(count), text.dropFirst().dropLast().allSatisfy(\.isASCII)
        else { return nil }
        switch unit {
        case "D": self = .days(count)
        case "W": self = .days(7 * count)
        case "M": self = .months(count)
        case "Y": self = .months(12 * count)
        default: return nil
        }
    }
}
