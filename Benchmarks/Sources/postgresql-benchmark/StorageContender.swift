import AppStoreModels
import Entitlements
import Foundation
import PurchaseServer

/// The purchase server's storage in PostgreSQL: notifications of new subscriptions, each with all that follows from it.
struct StorageContender: Sendable {
    private let storage: SQLiteStorage
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// - Parameter place: A connection string to an empty database.
    init(_ place: String) throws {
        storage = try SQLiteStorage(SharedDatabase(place))
    }

    /// - Returns: Durable notifications a second.
    func notify(tasks: Int, seconds: Int) async throws -> Double {
        let start = ContinuousClock.now
        let first = RowNumbers.next()
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < .seconds(seconds) {
                        try await save("n\(first)-\(task)-\(count)")
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(written) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func save(_ name: String) async throws {
        var fact = PurchaseFact(
            transactionID: name,
            originalTransactionID: name,
            productID: "com.example.monthly",
            environment: .production,
            purchaseDate: Self.start,
            statedDate: Self.start
        )
        fact.expiresDate = Self.start + 2_592_000
        let notification = ReceivedNotification(
            identifier: name,
            type: "SUBSCRIBED",
            signedDate: Self.start,
            receivedAt: Self.start,
            body: Data(count: 3_000),
            facts: PurchaseFacts(purchases: [fact])
        )
        _ = try await storage.save(notification) { _ in Self.start + 2_592_000 }
    }
}
