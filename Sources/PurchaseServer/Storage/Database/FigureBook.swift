import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures

/// Writes what subjects contribute into the rows of figures.
///
/// The rows of all subjects of one change are added up before they are written: most of them are the same.
struct FigureBook {
    let database: StorageDatabase
    private var changes: [StoredRowKey: Change] = [:]
    /// The numbers that were asked for already.
    private var segments: [Segment: Int64] = [:]

    private struct Change {
        var count: Int64 = 0
        var amount = Amount.zero
        /// Whether something is taken away that was booked before, so that nothing may be left.
        var takesAway = false

        mutating func add(_ count: Int64, _ amount: Amount) {
            self.count &+= count
            self.amount += amount
        }
    }

    init(database: StorageDatabase) { self.database = database }

    /// Books a subject in the place of what was booked of it before; ``finish()`` writes the rows.
    ///
    /// - Parameter contributions: All that it contributes now; nothing forgets it.
    mutating func book(_ contributions: [Contribution], of subject: FigureSubject) throws {
        let before = try former(of: subject)
        let now = try entries(contributions)
        // Mostly nothing was booked before, or anything else: sets of entries are dear.
        guard before.isEmpty ? !now.isEmpty : Set(before) != Set(now) else { return }
        for entry in before {
            changes[entry.key, default: Change()].takesAway = true
            add(entry.key, -entry.count, -entry.amount)
        }
        for entry in now { add(entry.key, entry.count, entry.amount) }
        try keep(now, of: subject)
    }

    /// Writes the rows.
    consuming func finish() throws {
        let adding = try database.cachedStatement(
            sql: """
                INSERT INTO figure_row (measure, day, segment, cohort, step, count, units, nanos)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                ON CONFLICT (measure, day, segment, cohort, step) DO UPDATE SET
                    count = figure_row.count + excluded.count, units = figure_row.units + excluded.units,
                    nanos = figure_row.nanos + excluded.nanos
                """
        )
        let removing = try database.cachedStatement(
            sql: """
                DELETE FROM figure_row WHERE measure = ? AND day = ? AND segment = ? AND cohort = ? AND step = ?
                    AND count = 0 AND units * 1000000000 + nanos = 0
                """
        )
        // In the order of the table, so that neighbours are written together.
        for (key, change) in changes.sorted(by: { $0.key < $1.key }) where change.count != 0 || change.amount != .zero {
            let place: StorageArguments = [
                key.measure.rawValue, key.day.rawValue, key.segment, key.cohort, key.step,
            ]
            try adding.execute(arguments: place + [change.count, change.amount.units, change.amount.nanos])
            if change.takesAway { try removing.execute(arguments: place) }
        }
    }

    private mutating func add(_ key: StoredRowKey, _ count: Int64, _ amount: Amount) {
        changes[key, default: Change()].add(count, amount)
    }

    private func former(of subject: FigureSubject) throws -> [BookedEntries.Entry] {
        let reading = try database.cachedStatement(
            sql: "SELECT entries FROM figure_booked WHERE scope = ? AND name = ?"
        )
        guard let data = try Data.fetchOne(reading, arguments: subject.key) else { return [] }
        guard let booked = BookedEntries(data) else {
            throw PurchaseServerError(
                .databaseDamaged,
                "what was booked of a purchase cannot be read; `purser server rebuild` books everything anew"
            )
        }
        return booked.entries
    }

    private func keep(_ entries: [BookedEntries.Entry], of subject: FigureSubject) throws {
        guard !entries.isEmpty else {
            return try database.cachedStatement(sql: "DELETE FROM figure_booked WHERE scope = ? AND name = ?")
                .execute(arguments: subject.key)
        }
        let sales: Set<Measure> = [.sold, .refunded, .priceMissing, .rateMissing]
        let lastSale = entries.filter { sales.contains($0.key.measure) }.map(\.key.day).max() ?? .distantPast
        try database.cachedStatement(
            sql: """
                INSERT INTO figure_booked (scope, name, last_sale, entries) VALUES (?, ?, ?, ?)
                ON CONFLICT (scope, name) DO UPDATE SET last_sale = excluded.last_sale, entries = excluded.entries
                """
        ).execute(arguments: subject.key + [lastSale.rawValue, try BookedEntries(entries).data()])
    }

    private mutating func entries(_ contributions: [Contribution]) throws -> [BookedEntries.Entry] {
        try contributions.map { contribution in
            let key = contribution.key
            let number = try segments[key.segment] ?? segment(key.segment)
            segments[key.segment] = number
            return BookedEntries.Entry(
                key: StoredRowKey(
                    measure: key.measure,
                    day: key.day,
                    segment: number,
                    cohort: key.cohort,
                    step: key.step
                ),
                count: contribution.count,
                amount: contribution.amount
            )
        }
    }

    /// The number of a segment, made where it is new.
    private func segment(_ segment: Segment) throws -> Int64 {
        let values: StorageArguments = [
            segment.app, segment.product, segment.storefront, segment.environment, segment.currency,
        ]
        let reading = try database.cachedStatement(
            sql: """
                SELECT id FROM figure_segment
                WHERE app = ? AND product = ? AND storefront = ? AND environment = ? AND currency = ?
                """
        )
        if let number = try Int64.fetchOne(reading, arguments: values) { return number }
        return try database.insert(
            sql: """
                INSERT INTO figure_segment (app, product, storefront, environment, currency) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: values,
            numbering: "id"
        )
    }
}

extension FigureSubject {
    /// The columns `scope` and `name`.
    var key: StorageArguments { [scope, name] }
}

extension StoredRowKey: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.measure.rawValue, left.day, left.segment, left.cohort, left.step)
            < (right.measure.rawValue, right.day, right.segment, right.cohort, right.step)
    }
}
