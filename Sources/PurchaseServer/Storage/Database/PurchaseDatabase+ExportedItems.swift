import AppStoreModels
import Foundation

extension PurchaseDatabase {
    package func exportedPlaces(
        _ part: CustomerExport.Part,
        of customer: CustomerID
    ) async throws -> [CustomerExport.Place] {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            let originals = OriginalRows(database: database)
            return switch part {
            case .uploads: try Self.uploads(of: name, in: database)
            case .signedTransactions: try originals.places(.purchase, of: name)
            case .signedRenewalInfo: try originals.places(.renewal, of: name)
            case .events: try Self.events(of: name, in: database)
            }
        }
    }

    package func exportedItems(
        _ part: CustomerExport.Part,
        at places: [CustomerExport.Place]
    ) async throws -> [CustomerExport.Item] {
        let kind: StoredFact.Kind = part == .signedRenewalInfo ? .renewal : .purchase
        return try await read { database in
            let originals = OriginalRows(database: database)
            return try places.compactMap { place in
                switch place.kind {
                case .upload(let row, let customer): try Self.upload(row, of: customer, in: database)
                case .signed(let chain, let transactionID, let digest):
                    try originals.jws(kind, of: chain, transactionID, digest).map { .signed($0) }
                case .event(let number): try Self.event(number, in: database)
                }
            }
        }
    }

    /// - Parameter customer: The name that counts.
    private static func uploads(of customer: CustomerID, in database: StorageDatabase) throws -> [CustomerExport.Place]
    {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT id, customer FROM upload WHERE customer IN (\(CustomerNames.all())) ORDER BY received_ms, id
                """,
            arguments: [customer.value, customer.value]
        ).map { row in
            CustomerExport.Place(kind: .upload(row: try row.decode(atIndex: 0), customer: try row.decode(atIndex: 1)))
        }
    }

    private static func upload(_ row: Int64, of customer: String, in database: StorageDatabase) throws
        -> CustomerExport.Item?
    {
        let reading = try database.cachedStatement(
            sql: "SELECT received_ms, status, receipt FROM upload WHERE id = ? AND customer = ?"
        )
        guard let row = try StorageRow.fetchOne(reading, arguments: [row, customer]) else { return nil }
        guard let status = StoredUpload.Status(rawValue: try row.decode(atIndex: 1)) else {
            throw PurchaseServerError(.databaseDamaged, "an upload has an unknown status")
        }
        return .upload(
            CustomerExport.Upload(
                customer: try CustomerID(stored: customer),
                receivedAt: Date(millisecondsSince1970: try row.decode(atIndex: 0)),
                status: status,
                receipt: try row.decode(atIndex: 2)
            )
        )
    }

    /// What was told under an older name is about the same person.
    ///
    /// - Parameter customer: The name that counts.
    private static func events(of customer: CustomerID, in database: StorageDatabase) throws -> [CustomerExport.Place] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT number FROM purchase_event WHERE customer IN (\(CustomerNames.all()))
                ORDER BY created_ms, number
                """,
            arguments: [customer.value, customer.value]
        ).map { CustomerExport.Place(kind: .event($0)) }
    }

    private static func event(_ number: Int64, in database: StorageDatabase) throws -> CustomerExport.Item? {
        let reading = try database.cachedStatement(sql: "SELECT body FROM purchase_event WHERE number = ?")
        guard let body = try Data.fetchOne(reading, arguments: [number]) else { return nil }
        guard let json = (try? JSONValue(parsing: body))?.object else {
            throw PurchaseServerError(.databaseDamaged, "an event is not as it was written")
        }
        return .event(json)
    }
}
