import Entitlements
import Foundation
import GRDB

/// What customers have after a change, worked out once for all events of it: an upload may bring thousands.
struct EntitlementsAfterwards {
    let date: Date
    let rules: EntitlementRules
    private var known: [CustomerID: [Entitlement]] = [:]
    private var told: [CustomerID: Int] = [:]

    /// How many events of one change show much of what a customer has; the others show what they are about. Somebody who
    /// bought ten thousand things would otherwise fill the disk with events that each tell of all of them.
    static let maximumDetailedEvents = 20

    init(date: Date, rules: EntitlementRules) {
        self.date = date
        self.rules = rules
    }

    /// How many entitlements the next event of a customer shows.
    mutating func nextLimit(of customer: CustomerID) -> Int {
        told[customer, default: 0] += 1
        return told[customer, default: 0] > Self.maximumDetailedEvents ? 1 : EventBody.maximumEntitlements
    }

    mutating func entitlements(of customer: CustomerID, in database: Database) throws -> [Entitlement] {
        if let known = known[customer] { return known }
        let found = try SQLiteStorage.facts(of: customer, in: database).entitlements(at: date, rules: rules)
        known[customer] = found
        return found
    }
}
