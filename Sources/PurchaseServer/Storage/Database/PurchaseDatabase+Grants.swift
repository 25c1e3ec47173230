import Entitlements
package import Foundation

extension PurchaseDatabase: GrantStorage {
    package func save(_ grant: Grant, of customer: CustomerID, fixesStart: Bool) async throws -> GrantOutcome {
        try await write { [events] database in
            let found = try CustomerNames(database: database).remember(customer, at: grant.madeDate)
            let rows = GrantRows(database: database, person: found.person)
            let known = try rows.all()
            // There may be several: a login has brought what another name of the person was given.
            let named = known.filter { $0.grant.id == grant.grant.id }
            let same = named.first { other in
                other.grant.level == grant.grant.level && other.grant.endDate == grant.grant.endDate
                    && other.grant.reason == grant.grant.reason
                    && (!fixesStart || other.grant.startDate == grant.grant.startDate)
            }
            if let same { return .granted(same) }
            if let other = named.first { return .other(other) }
            guard known.count < GrantRows.maximumCount else { return .tooMany }
            // One that ended before it was taken over ended elsewhere, where it was told.
            let hasEnded = grant.grant.endDate.map { $0 <= grant.madeDate } ?? false
            try rows.insert(grant, under: found.number, isEndTold: hasEnded && events?.isSilent == true)
            try events?.note(.levelGranted, grant, of: found.customer, at: grant.madeDate, in: database)
            return .granted(grant)
        }
    }

    package func revokeGrant(_ name: String, of customer: CustomerID, at date: Date) async throws -> Grant? {
        try await write { [events] database in
            guard let found = try CustomerNames(database: database).find(customer) else { return nil }
            let rows = GrantRows(database: database, person: found.person)
            // All of the name, which a login may have made more than one; each is told of.
            let before = try rows.all().filter { $0.grant.id == name }
            guard !before.isEmpty else { return nil }
            try rows.revoke(name, at: date)
            let after = try rows.all().filter { $0.grant.id == name }
            for (known, grant) in zip(before, after) where known.grant.revokedDate == nil {
                try events?.note(.grantRevoked, grant, of: found.customer, at: date, in: database)
            }
            return after.max {
                ($0.grant.revokedDate ?? .distantPast) < ($1.grant.revokedDate ?? .distantPast)
            }
        }
    }
}
