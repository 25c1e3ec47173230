import Entitlements
import Foundation
import PurchaseFigures

/// A policy that can be changed at the console, by the name that it has as a setting.
enum ConsolePolicy: String, Sendable, Hashable, CaseIterable {
    case ownership
    case ownershipOutsideProduction
    case refunds
    case leeway
    case statementLifetimeDays
    case eventRetentionDays
    case weekFactor

    /// Whether it says anything on a server.
    func matters(to configuration: PurchaseServerConfiguration) -> Bool {
        self != .weekFactor || configuration.figures != nil
    }

    /// What it is, for people.
    var title: String {
        switch self {
        case .ownership: "A purchase that turns up for another customer"
        case .ownershipOutsideProduction: "The same outside production"
        case .refunds: "What a refund takes back of a balance"
        case .leeway: "Access after an end of which nothing was heard, in seconds"
        case .statementLifetimeDays: "An app may go by a signed statement for, in days"
        case .eventRetentionDays: "Events are kept for, in days"
        case .weekFactor: "What a price for a week is a month, in figures"
        }
    }

    /// What may be chosen; none where a number is asked for.
    var choices: [String] {
        switch self {
        case .ownership, .ownershipOutsideProduction: OwnershipPolicy.allCases.map(\.rawValue)
        case .refunds: RefundPolicy.allCases.map(\.rawValue)
        case .leeway, .statementLifetimeDays, .eventRetentionDays: []
        case .weekFactor: WeekFactor.allCases.map(\.rawValue)
        }
    }

    /// Which numbers may be said; nil where something is chosen.
    var range: ClosedRange<Double>? {
        switch self {
        case .ownership, .ownershipOutsideProduction, .refunds, .weekFactor: nil
        case .leeway: 0...2_592_000
        case .statementLifetimeDays: 0...366
        case .eventRetentionDays: 1...3_650
        }
    }

    /// Whether a text says something about it.
    func accepts(_ text: String) -> Bool {
        range.map { range in Double(text).map(range.contains) ?? false } ?? choices.contains(text)
    }

    /// What counts.
    func value(in configuration: PurchaseServerConfiguration) -> String {
        let ownership = configuration.customers.ownership
        return switch self {
        case .ownership: ownership.standard.rawValue
        case .ownershipOutsideProduction: (ownership.outsideProduction ?? ownership.standard).rawValue
        case .refunds: configuration.customers.ledger.refundPolicy.rawValue
        case .leeway: Self.text(configuration.entitlementRules.leewayAfterExpiry)
        case .statementLifetimeDays: Self.text(configuration.statementLifetime / 86_400)
        case .eventRetentionDays: Self.text(configuration.eventRetention / 86_400)
        case .weekFactor: (configuration.figures?.weekFactor ?? .fourWeeks).rawValue
        }
    }

    /// Has a text count, if it says something.
    func apply(_ text: String, to configuration: inout PurchaseServerConfiguration) {
        guard accepts(text) else { return }
        switch self {
        case .ownership:
            OwnershipPolicy(rawValue: text).map { configuration.customers.ownership.standard = $0 }
        case .ownershipOutsideProduction:
            configuration.customers.ownership.outsideProduction = OwnershipPolicy(rawValue: text)
        case .refunds: RefundPolicy(rawValue: text).map { Self.take($0, for: &configuration.customers.ledger) }
        case .leeway: Double(text).map { configuration.entitlementRules.leewayAfterExpiry = $0 }
        case .statementLifetimeDays: Double(text).map { configuration.statementLifetime = $0 * 86_400 }
        case .eventRetentionDays: Double(text).map { configuration.eventRetention = $0 * 86_400 }
        // All figures are booked again, which takes a while; they say so meanwhile.
        case .weekFactor:
            guard let factor = WeekFactor(rawValue: text) else { return }
            configuration.figures?.weekFactor = factor
        }
    }

    private static func take(_ policy: RefundPolicy, for ledger: inout LedgerRules) {
        // What it has was good before; of these rules only the policy changes.
        let changed = try? LedgerRules(
            products: ledger.products,
            refundPolicy: policy,
            environments: ledger.environments
        )
        ledger = changed ?? ledger
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
