import AppStoreModels
import Foundation

/// The attributes of a person, under whichever of the names they were said.
struct AttributeRows {
    let database: StorageDatabase
    let person: Int64

    private static let names = "(\(CustomerNames.numbers()))"

    /// What was said last of each name, removed ones included.
    func all() throws -> [String: CustomerAttribute] {
        let rows = try StorageRow.fetchAll(
            database.cachedStatement(
                sql: "SELECT key, value, updated_ms FROM customer_attribute WHERE customer IN \(Self.names)"
            ),
            arguments: [person, person]
        )
        return try rows.reduce(into: [:]) { attributes, row in
            let attribute = CustomerAttribute(
                value: try row.decode(atIndex: 1),
                updatedDate: Date(millisecondsSince1970: try row.decode(atIndex: 2))
            )
            let key = try row.decode(String.self, atIndex: 0)
            if let known = attributes[key], known.updatedDate >= attribute.updatedDate { return }
            attributes[key] = attribute
        }
    }

    /// Keeps what is newer than what is known. What a clock that ran ahead has dated is not newer than anything.
    ///
    /// - Returns: The names that found no place.
    func save(_ attributes: [String: CustomerAttribute], at date: Date) throws -> [String] {
        try forgetAhead(attributes.keys.sorted(), at: date)
        let known = try all()
        var room = CustomerAttribute.maximumCount - known.count
        var refused: [String] = []
        for (key, attribute) in attributes.sorted(by: { $0.key < $1.key }) {
            if let before = known[key] {
                guard attribute.updatedDate > before.updatedDate else { continue }
            } else if room <= 0 {
                // That something is not there is true already, and needs no row; a row for each would never end.
                if attribute.value != nil { refused.append(key) }
                continue
            } else {
                room -= 1
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO customer_attribute (customer, key, value, updated_ms) VALUES (?, ?, ?, ?)
                    ON CONFLICT (customer, key) DO UPDATE SET value = excluded.value, updated_ms = excluded.updated_ms
                    """
            ).execute(arguments: [person, key, attribute.value, attribute.updatedDate.millisecondsSince1970])
        }
        return refused
    }

    private func forgetAhead(_ keys: [String], at date: Date) throws {
        let forgetting = try database.cachedStatement(
            sql: "DELETE FROM customer_attribute WHERE customer IN \(Self.names) AND key = ? AND updated_ms > ?"
        )
        let latest = PurchaseDatabase.latestMoment(at: date)
        for key in keys { try forgetting.execute(arguments: [person, person, key, latest]) }
    }
}
