import Entitlements
import Foundation
import GRDB
package import PurchaseFigures

extension SQLiteStorage: FigureStorage {
    package func keepFigures(by rules: BookingRules) async throws {
        let text = rules.rules.rates.text
        try await write { database in
            let isNew = try FigureTriggers(database: database).make()
            let known = try Row.fetchOne(database, sql: "SELECT fingerprint, rates FROM figure_rules")
            let formerRates = try known.map { try $0.decode(String.self, atIndex: 1) }
            let isOther = try known.map { try $0.decode(String.self, atIndex: 0) } != rules.fingerprint
            if isNew || isOther {
                try database.execute(sql: FigureTriggers.everything)
            } else if let formerRates, formerRates != text {
                try Self.markSales(formerRates, rules.rules.rates, in: database)
            } else {
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO figure_rules (id, fingerprint, rates) VALUES (1, ?, ?)
                    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, rates = excluded.rates
                    """,
                arguments: [rules.fingerprint, text]
            )
        }
    }

    /// Marks what was sold or given back since the first day whose rates are others.
    private static func markSales(_ former: String, _ present: CurrencyRates, in database: Database) throws {
        let before = try? CurrencyRates(parsing: former, goodForDays: present.goodForDays)
        guard let day = before.map({ present.firstDifference(from: $0) }) ?? Day.distantPast else { return }
        try database.execute(
            sql: """
                INSERT INTO figure_due (scope, name) SELECT scope, name FROM figure_booked WHERE last_sale >= ?
                ON CONFLICT DO UPDATE SET mark = mark + 1
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

    private static func forgetFigures(_ database: Database) throws {
        for table in ["figure_row", "figure_booked", "figure_segment"] {
            try database.execute(sql: "DELETE FROM \(table)")
        }
    }

    package func hasWaitingFigures() async throws -> Bool {
        try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM figure_due)") ?? false }
    }

    package func waitingFigureCount() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM figure_due") ?? 0 }
    }

    package func sums(_ queries: [RowQuery]) async throws -> [[RowSum]] {
        try await read { database in try queries.map { try FigureReader(database: database).sums($0) } }
    }
}
