import AppStoreModels
package import Foundation

extension PurchaseDatabase: OfferingStorage {
    /// How many offerings there may be.
    static let maximumOfferings = 1_000

    package func offerings() async throws -> OfferingList {
        try await read { database in
            OfferingList(revision: try Self.revision(in: database), offerings: try Self.offerings(in: database))
        }
    }

    package func save(
        _ offering: Offering,
        ifRevision revision: Int64?,
        at date: Date
    ) async throws -> OfferingOutcome {
        try await write { database in
            let current = try Self.revision(in: database)
            guard revision == nil || revision == current else { return .changed(revision: current) }
            let known = try Self.offerings(in: database)
            guard !known.contains(offering) else { return .done(revision: current) }
            guard known.count < Self.maximumOfferings || known.contains(where: { $0.name == offering.name }) else {
                return .tooMany
            }
            if offering.isCurrent { try database.execute(sql: "UPDATE offering SET is_current = FALSE") }
            let products = JSONValue.array(offering.productIDs.map(JSONValue.string)).serialized()
            try database.execute(
                sql: """
                    INSERT INTO offering (name, product_ids, metadata, is_current, changed_ms) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET product_ids = excluded.product_ids, metadata = excluded.metadata,
                        is_current = excluded.is_current, changed_ms = excluded.changed_ms
                    """,
                arguments: [
                    offering.name, products, offering.metadata.map { JSONValue.object($0).serialized() },
                    offering.isCurrent, date.millisecondsSince1970,
                ]
            )
            return .done(revision: try Self.countChange(in: database))
        }
    }

    package func removeOffering(_ name: String, ifRevision revision: Int64?) async throws -> OfferingOutcome {
        try await write { database in
            let current = try Self.revision(in: database)
            guard revision == nil || revision == current else { return .changed(revision: current) }
            try database.execute(sql: "DELETE FROM offering WHERE name = ?", arguments: [name])
            guard try database.changesCount > 0 else { return .unknown }
            return .done(revision: try Self.countChange(in: database))
        }
    }

    private static func revision(in database: StorageDatabase) throws -> Int64 {
        guard let revision = try Int64.fetchOne(database, sql: "SELECT revision FROM offering_revision") else {
            throw PurchaseServerError(.databaseDamaged, "the revision of the offerings is missing")
        }
        return revision
    }

    private static func countChange(in database: StorageDatabase) throws -> Int64 {
        try database.execute(sql: "UPDATE offering_revision SET revision = revision + 1")
        return try revision(in: database)
    }

    private static func offerings(in database: StorageDatabase) throws -> [Offering] {
        try StorageRow.fetchAll(
            database,
            sql: "SELECT name, product_ids, metadata, is_current FROM offering ORDER BY name"
        ).map { row in
            guard let products = try JSONValue(parsing: Data(row.decode(String.self, atIndex: 1).utf8)).array else {
                throw PurchaseServerError(.databaseDamaged, "an offering has no list of products")
            }
            return Offering(
                name: try row.decode(atIndex: 0),
                productIDs: products.compactMap(\.string),
                metadata: try row.decode(String?.self, atIndex: 2)
                    .flatMap { try JSONValue(parsing: Data($0.utf8)).object },
                isCurrent: try row.decode(atIndex: 3)
            )
        }
    }
}
