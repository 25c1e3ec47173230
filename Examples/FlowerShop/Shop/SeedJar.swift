import Foundation
import SwiftyStoreKit

/// The customer's seeds: consumables, which no receipt remembers, so the app has to.
///
/// Each transaction fills the jar once, however often it is delivered.
actor SeedJar {
    private static let key = "seed-jar"
    static let seedsPerPurchase = 10

    private let storage: any KeyValueStorage

    private struct Content: Codable {
        var seeds = 0
        var transactions: Set<String> = []
    }

    init(storage: any KeyValueStorage) {
        self.storage = storage
    }

    /// How many seeds are in the jar.
    var seeds: Int {
        get throws { try content().seeds }
    }

    /// Fills the jar for a purchase. If this throws, the jar is as it was, and the purchase is delivered again later.
    func fill(for transaction: String, quantity: Int) throws {
        var content = try content()
        guard content.transactions.insert(transaction).inserted else { return }
        content.seeds += quantity * SeedJar.seedsPerPurchase
        try storage.set(JSONEncoder().encode(content), forKey: SeedJar.key)
    }

    private func content() throws -> Content {
        guard let data = try storage.data(forKey: SeedJar.key) else { return Content() }
        return try JSONDecoder().decode(Content.self, from: data)
    }
}
