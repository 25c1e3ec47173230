import AppStoreModels
import Entitlements
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer
@testable import PurchaseServer

@Suite("Finding customers at the console")
struct CustomerSearchTests {
    private static let start = Purchases.start

    private func names(_ client: any TestClientProtocol, _ query: String) async throws -> [String]? {
        try await client.get("/v1/customers?\(query)").json[array: "customers"]?
            .compactMap { $0.object?[string: "customer"] }
    }

    @Test("Buyers of a product are found in the order of their purchases, page by page, each once")
    func product() async throws {
        try await World().test { client, server in
            for number in 0..<7 {
                let facts = [
                    Purchases.fact("\(number)-b", product: number == 3 ? "yearly" : "monthly", at: Self.start),
                    Purchases.fact("\(number)-a", product: number == 5 ? "monthly" : "weekly", at: Self.start),
                ]
                let customer = try #require(CustomerID("customer-\(9 - number)"))
                try await server.storage.upload(facts, by: customer, at: Self.start)
            }
            let buyers = [9, 8, 7, 5, 4, 3].map { "customer-\($0)" }
            #expect(try await names(client, "productId=monthly") == buyers)
            #expect(try await names(client, "productId=yearly") == ["customer-6"])
            #expect(try await names(client, "productId=daily") == [])
            var (found, query) = ([String](), "productId=monthly&limit=2")
            for _ in 0..<3 {
                let answer = try await client.get("/v1/customers?\(query)").json
                found += (answer[array: "customers"] ?? []).compactMap { $0.object?[string: "customer"] }
                query = "productId=monthly&limit=2&cursor=\(answer[string: "cursor"] ?? "none")"
            }
            #expect(found == buyers)
        }
    }

    @Test("A database of before knows the products of what it has, and of what comes")
    func migration() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let queue = try DatabaseQueue(path: file.path)
            try SQLiteMigrations.migrator.migrate(queue, upTo: "marks of figures, customers of kept answers")
            let writer = FactWriter()
            try await queue.write { database in
                for chain in ["a", "b"] {
                    let product = chain == "a" ? "monthly" : "say \"hello\""
                    try writer.row(of: Purchases.fact(chain, product: product)).save(in: StorageDatabase(database))
                }
            }
            try queue.close()
            let storage = try PurchaseDatabase(file: file)
            let renewed = ["c", "c-2"].map { Purchases.fact("c", transaction: $0, product: "monthly") }
            try await storage.upload(renewed, by: "alice")
            let rows = try await storage.read {
                try StorageRow.fetchAll($0, sql: "SELECT product_id, original_transaction_id FROM chain_product")
                    .map { "\(try $0.decode(String.self, atIndex: 0)) \(try $0.decode(String.self, atIndex: 1))" }
            }
            #expect(rows == ["monthly a", "monthly c", "say \"hello\" b"])
        }
    }

    @Test("The order of an invoice is asked of the App Store, and its buyer found")
    func order() async throws {
        let world = try LocalStoreWorld()
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        let order = try #require(OrderID(transactionID: seeds).text)
        try await world.test(server) { client in
            _ = world.network.takeRequests()
            #expect(try await names(client, "orderId=\(order)") == ["flora"])
            #expect(world.network.takeRequests() == ["/sandbox/inApps/v1/lookup/\(order)"])
            #expect(try await names(client, "orderId=MNOTHING") == [])
            world.network.capacity = 0
            let refused = try await client.get("/v1/customers?orderId=\(order)")
            #expect(refused.errorCode == "app-store-refused")
            let odd = try await client.get("/v1/customers?orderId=%00")
            #expect(odd.errorCode == "invalid-value")
        }
        try await World().test { client, _ in
            let answer = try await client.get("/v1/customers?orderId=M1")
            #expect(answer.errorCode == "app-store-not-asked")
        }
    }
}

extension LocalStoreWorld {
    /// Sends requests to a server of this world.
    func test(
        _ server: PurchaseServerApplication,
        _ body: @Sendable @escaping (any TestClientProtocol) async throws -> Void
    ) async throws {
        try await Application(router: server.router).test(.router) { try await body($0) }
    }
}
