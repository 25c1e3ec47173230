package import Foundation
import GRDB

extension SQLiteStorage: GrantStorage {
    package func save(_ grant: Grant, of customer: CustomerID, fixesStart: Bool) async throws -> GrantOutcome {
        try await write { database in
            let found = try CustomerNames(database: database).remember(customer, at: grant.madeDate)
            let rows = GrantRows(database: database, person: found.person)
            let known = try rows.all()
            if let same = known.first(where: { $0.name == grant.name }) {
                let isSame =
                    same.level == grant.level && same.end == grant.end && same.reason == grant.reason
                    && (!fixesStart || same.start == grant.start)
                return isSame ? .granted(same) : .other(same)
            }
            guard known.count < GrantRows.maximumCount else { return .tooMany }
            try rows.insert(grant, under: found.number)
            return .granted(grant)
        }
    }

    package func revokeGrant(_ name: String, of customer: CustomerID, at date: Date) async throws -> Grant? {
        try await write { database in
            guard let found = try CustomerNames(database: database).find(customer) else { return nil }
            let rows = GrantRows(database: database, person: found.person)
            try rows.revoke(name, at: date)
            return try rows.all().first { $0.name == name }
        }
    }
}
