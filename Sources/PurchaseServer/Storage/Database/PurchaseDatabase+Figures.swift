import Entitlements
import Foundation
package import PurchaseFigures

extension PurchaseDatabase: FigureStorage {
    package func keepFigures(by rules: BookingRules) async throws {
        // Asked each time when something is booked, and nearly always as it was: who writes is not held up for that.
        guard try await !read({ try Self.isKept(by: rules, in: $0) }) else { return }
        let rates = rules.rules.rates.text
        try await write { database in
            let isNew = try FigureTriggers(database: database).make()
            let known = try StorageRow.fetchOne(database, sql: "SELECT fingerprint, rates FROM figure_rules")
            let formerRates = try known.map { try $0.decode(String.self, atIndex: 1) }
            let isOther = try known.map { try $0.decode(String.self, atIndex: 0) } != rules.fingerprint
            if isNew || isOther {
                try database.execute(sql: FigureTriggers.everything)
            } else if let formerRates, formerRates != rates {
                try Self.markSales(formerRates, rules.rules.rates, in: database)
            }
            try database.execute(
                sql: """
                    INSERT INTO figure_rules (id, fingerprint, rates, rates_digest) VALUES (1, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET fingerprint = excluded.fingerprint, rates = excluded.rates,
                        rates_digest = excluded.rates_digest
                    """,
                arguments: [rules.fingerprint, rates, rules.ratesDigest]
            )
        }
    }

    private static func isKept(by rules: BookingRules, in database: StorageDatabase) throws -> Bool {
        let isSame = try Bool.fetchOne(
            database,
            sql: "SELECT EXISTS (SELECT 1 FROM figure_rules WHERE fingerprint = ? AND rates_digest = ?)",
            arguments: [rules.fingerprint, rules.ratesDigest]
        )
        return try isSame == true && FigureTriggers(database: database).areMade()
    }

    /// Marks what was sold or given back since the first day whose rates are others.
    private static func markSales(_ former: String, _ present: CurrencyRates, in database: StorageDatabase) throws {
        let before = try? CurrencyRates(parsing: former, goodForDays: present.goodForDays)
        guard let day = before.map({ present.firstDifference(from: $0) }) ?? Day.distantPast else { return }
        try database.execute(
            sql: """
                INSERT INTO figure_due (scope, name) SELECT scope, name FROM figure_booked WHERE last_sale >= ?
                ON CONFLICT (scope, name) DO UPDATE SET mark = figure_due.mark + 1
                """,
            arguments: [day.rawValue]
        )
    }

    package func keepNoFigures() async throws {
        let isKept = try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM figure_rules)") }
        guard isKept == true else { return }
        try await write { database in
            try FigureTriggers(database: database).remove()
            try Self.forgetFigures(database)
            try database.execute(sql: "DELETE FROM figure_due")
            try database.execute(sql: "DELETE FROM figure_rules")
        }
    }

    package func rebuildFigures() async throws {
        try await write { database in
            try Self.forgetFigures(database)
            try database.execute(sql: FigureTriggers.everything)
        }
    }

    private static func forgetFigures(_ database: StorageDatabase) throws {
        for table in ["figure_row", "figure_booked", "figure_segment"] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
    }

    package func hasWaitingFigures() async throws -> Bool {
        try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM figure_due)") ?? false }
    }

    package func waitingFigureCount(upTo limit: Int) async throws -> Int {
        try await read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM (SELECT 1 FROM figure_due LIMIT ?) AS due",
                arguments: [limit]
            ) ?? 0
        }
    }

    package func sums(_ queries: [RowQuery]) async throws -> [[RowSum]] {
        try await readBehind { database in try queries.map { try FigureReader(database: database).sums($0) } }
    }
}
