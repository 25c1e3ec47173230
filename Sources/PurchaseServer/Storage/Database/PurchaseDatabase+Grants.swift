import Entitlements
package import Foundation

extension PurchaseDatabase: GrantStorage {
    package func save(_ grant: Grant, of customer: CustomerID, fixesStart: Bool) async throws -> GrantOutcome {
        try await write { [events] database in
            let found = try CustomerNames(database: database).remember(customer, at: grant.madeDate)
            let rows = GrantRows(database: database, person: found.person)
            let known = try rows.all()
            if let same = known.first(where: { $0.grant.id == grant.grant.id }) {
                let isSame =
                    same.grant.level == grant.grant.level && same.grant.endDate == grant.grant.endDate
                    && same.grant.reason == grant.grant.reason
                    && (!fixesStart || same.grant.startDate == grant.grant.startDate)
                return isSame ? .granted(same) : .other(same)
            }
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
            guard let before = try rows.all().first(where: { $0.grant.id == name }) else { return nil }
            try rows.revoke(name, at: date)
            guard let after = try rows.all().first(where: { $0.grant.id == name }) else { return nil }
            if before.grant.revokedDate == nil {
                try events?.note(.grantRevoked, after, of: found.customer, at: date, in: database)
            }
            return after
        }
    }
}
