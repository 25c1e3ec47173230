import Foundation
import GRDB
import PurchaseFigures
import TestSupport

@testable import PurchaseServer

/// A storage over a file of its own, and what stands in it.
struct FigureBooks {
    let folder: TemporaryFolder
    let storage: PurchaseDatabase

    init() throws {
        folder = try TemporaryFolder()
        storage = try PurchaseDatabase(file: folder.url.appendingPathComponent("purchases.sqlite"))
    }

    /// All rows as texts, sorted; amounts as they are together.
    func rows() async throws -> [String] {
        try await storage.pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT measure, day, app, product, storefront, environment, currency, cohort, step, count,
                        units, nanos FROM figure_row JOIN figure_segment s ON s.id = segment
                    """
            ).map { row in
                let amount = Amount(units: row[10], nanos: row[11])
                return (0..<10).map { "\(row[$0] ?? "NULL" as any DatabaseValueConvertible)" }
                    .joined(separator: " ") + " \(amount)"
            }.sorted()
        }
    }

    /// Books by few at a time until nothing is left.
    func bookAll(_ rules: BookingRules) async throws {
        while try await storage.bookFigures(atMost: 3, by: rules) > 0 {}
    }

    func number(_ sql: String) async throws -> Int {
        try await storage.read { try Int.fetchOne($0, sql: sql) ?? -1 }
    }

    /// How many rows have been changed since the file was opened.
    func changes() async throws -> Int {
        try await storage.pool.writeWithoutTransaction { $0.totalChangesCount }
    }
}
