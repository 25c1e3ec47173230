import AppStoreModels
import Entitlements
import Foundation
import PurchaseServer

/// The purchase server's storage in PostgreSQL: notifications, each with all that follows from it, and what apps ask.
struct StorageContender: Sendable {
    private let storage: PurchaseDatabase
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let body = NotificationBody.made

    /// - Parameter place: A connection string to a database.
    init(_ place: String) throws {
        storage = try PurchaseDatabase(SharedDatabase(place))
    }

    /// What a notification, its purchase and what it renews are called by a number; all names are of the same length.
    static func name(_ number: Int) -> String { "n\(number)" }

    /// - Parameters:
    ///   - customers: Of how many of a ``FilledDatabase`` purchases are renewed; 0 for new ones.
    ///   - index: Another one for each who does it at the same time.
    /// - Returns: Durable notifications a second.
    func notify(tasks: Int, seconds: Int, customers: Int = 0, index: Int = 0) async throws -> Double {
        let start = ContinuousClock.now
        // 300 milliseconds apart: no turn has so many numbers.
        let first = RowNumbers.next() + index * 300_000_000
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < .seconds(seconds) {
                        let renewed = customers > 0 ? FilledDatabase.purchase(.random(in: 1...customers)) : nil
                        try await save(first + count * tasks + task, renewing: renewed)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(written) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// - Parameter customers: How many there are in the ``FilledDatabase``.
    /// - Returns: Answers about customers a second.
    func lookUp(tasks: Int, seconds: Int, customers: Int) async throws -> Double {
        let answered = try await lookUps(tasks: tasks, seconds: seconds, customers: customers)
        return answered.reduce(0, +) / Double(seconds)
    }

    /// - Parameter customers: How many there are in the ``FilledDatabase``.
    /// - Returns: Answers about customers in each second.
    func lookUps(tasks: Int, seconds: Int, customers: Int) async throws -> [Double] {
        let start = ContinuousClock.now
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var counts = [Double](repeating: 0, count: seconds)
                    while true {
                        try await lookUp(.random(in: 1...customers))
                        let second = Int((ContinuousClock.now - start) / .seconds(1))
                        guard second < seconds else { return counts }
                        counts[second] += 1
                    }
                }
            }
            return try await group.reduce(into: [Double](repeating: 0, count: seconds)) { all, counts in
                for (second, count) in counts.enumerated() { all[second] += count }
            }
        }
    }

    private func lookUp(_ number: Int) async throws {
        guard let customer = CustomerID(FilledDatabase.customer(number)) else {
            throw BenchmarkError(description: "\(number) is no customer")
        }
        let answer = try await storage.keptAnswer(of: customer, rules: FilledDatabase.rules, at: Self.start)
        if answer == nil { throw BenchmarkError(description: "an answer is missing") }
    }

    /// - Parameter purchase: What is renewed; nil for what begins.
    func save(_ number: Int, renewing purchase: String? = nil) async throws {
        let name = Self.name(number)
        var fact = PurchaseFact(
            transactionID: name,
            originalTransactionID: purchase ?? name,
            productID: "com.example.monthly",
            environment: .production,
            purchaseDate: Self.start,
            statedDate: Self.start
        )
        fact.expiresDate = Self.start + 2_592_000
        let notification = ReceivedNotification(
            identifier: name,
            type: purchase == nil ? "SUBSCRIBED" : "DID_RENEW",
            signedDate: Self.start,
            receivedAt: Self.start,
            body: Self.body,
            facts: PurchaseFacts(purchases: [fact])
        )
        guard try await storage.save(notification, schedule: { _ in Self.start + 2_592_000 }) else {
            throw BenchmarkError(description: "\(name) was known")
        }
    }
}
