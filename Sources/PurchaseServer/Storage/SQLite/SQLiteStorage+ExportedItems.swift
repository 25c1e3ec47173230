import AppStoreModels
package import Foundation
import GRDB

extension SQLiteStorage {
    package func exportedItems(
        _ part: CustomerExport.Part,
        of customer: CustomerID,
        after place: CustomerExport.Place?,
        limit: Int
    ) async throws -> [CustomerExport.Item] {
        let place = place ?? CustomerExport.Place(milliseconds: .min)
        return try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            let originals = OriginalRows(database: database)
            return switch part {
            case .uploads: try Self.uploads(of: name, after: place, limit: limit, in: database)
            case .signedTransactions: try originals.some(.purchase, of: name, after: place, limit: limit)
            case .signedRenewalInfo: try originals.some(.renewal, of: name, after: place, limit: limit)
            }
        }
    }

    /// - Parameter customer: The name that counts.
    private static func uploads(
        of customer: CustomerID,
        after place: CustomerExport.Place,
        limit: Int,
        in database: Database
    ) throws -> [CustomerExport.Item] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT received_ms, id, customer, status, receipt FROM upload WHERE id IN (
                    SELECT id FROM upload WHERE customer IN (SELECT ? UNION SELECT a.name FROM customer_name a
                            JOIN customer_name p ON p.number = a.owner WHERE p.name = ?)
                        AND (received_ms, id) > (?, ?)
                    ORDER BY received_ms, id LIMIT ?)
                ORDER BY received_ms, id
                """,
            arguments: [customer.value, customer.value, place.milliseconds, place.row, limit]
        ).map { row in
            guard let status = StoredUpload.Status(rawValue: try row.decode(atIndex: 3)) else {
                throw PurchaseServerError(.databaseDamaged, "an upload has an unknown status")
            }
            let milliseconds: Int64 = try row.decode(atIndex: 0)
            return CustomerExport.Item(
                place: CustomerExport.Place(milliseconds: milliseconds, row: try row.decode(atIndex: 1)),
                content: .upload(
                    CustomerExport.Upload(
                        customer: try CustomerID(stored: row.decode(atIndex: 2)),
                        receivedAt: Date(millisecondsSince1970: milliseconds),
                        status: status,
                        receipt: try row.decode(atIndex: 4)
                    )
                )
            )
        }
    }
}
