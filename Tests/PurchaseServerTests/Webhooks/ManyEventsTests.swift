import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Events of very many purchases at once")
struct ManyEventsTests {
    @Test(
        "Each is told, the first with what matters most of what the customer has, the others with what they are about"
    )
    func many() async throws {
        let world = try World()
        let server = try world.server()
        let facts = (0..<300).map { number in
            Purchases.fact("chain-\(1_000 + number)", product: "vase.\(number)", lasts: nil)
        }
        try await server.storage.upload(facts, by: "alice")
        let events = try await server.storage.events(after: 0, of: "alice", limit: 500)
        #expect(events.count == 300)
        let bodies = try events.map { try JSONValue(parsing: $0.body).object ?? [:] }
        let shown = bodies.map { $0[array: "entitlements"]?.count ?? 0 }
        #expect(shown == Array(repeating: 100, count: 20) + Array(repeating: 1, count: 280))
        #expect(bodies.allSatisfy { $0[integer: "entitlementCount"] == 300 })
        for body in bodies {
            let first = body[array: "entitlements"]?.first?.object
            #expect(first?[string: "originalTransactionId"] == body[string: "originalTransactionId"])
        }
    }

    @Test(
        "Of thousands each has its place in the feed, in the order of the purchases",
        arguments: [1_023, 1_024, 1_025, 2_500]
    )
    func thousands(count: Int) async throws {
        let world = try World()
        let server = try world.server()
        let identifiers = (0..<count).map { "chain-\(10_000 + $0)" }
        let facts = identifiers.map { Purchases.fact($0, product: "vase", lasts: nil) }
        try await server.storage.upload(facts.shuffled(), by: "alice")
        var told: [String?] = []
        var last: Int64 = 0
        while true {
            let events = try await server.storage.events(after: last, of: "alice", limit: 500)
            guard let newest = events.last else { break }
            last = newest.number
            told += try events.map { try JSONValue(parsing: $0.body).object?[string: "originalTransactionId"] }
        }
        #expect(told == identifiers)
    }

    @Test("Who had something before has it in the events of very many that come together, too")
    func before() async throws {
        let world = try World()
        let server = try world.server()
        let pot = Purchases.fact("chain-pot", product: "pot", lasts: nil)
        try await server.storage.upload([pot], by: "alice")
        let facts = (0..<300).map { Purchases.fact("chain-\(1_000 + $0)", product: "vase.\($0)", lasts: nil) }
        try await server.storage.upload(facts, by: "alice")
        let events = try await server.storage.events(after: 0, of: "alice", limit: 500)
        let counts = try events.map { try JSONValue(parsing: $0.body).object?[integer: "entitlementCount"] }
        #expect(counts == [nil] + Array(repeating: 301, count: 300))
    }

    @Test("As many as most people have are all there")
    func few() async throws {
        let world = try World()
        let server = try world.server()
        let facts = (0..<15).map { Purchases.fact("chain-\($0)", product: "vase.\($0)", lasts: nil) }
        try await server.storage.upload(facts, by: "alice")
        let events = try await server.storage.events(after: 0, of: "alice", limit: 50)
        let bodies = try events.map { try JSONValue(parsing: $0.body).object ?? [:] }
        #expect(bodies.count == 15)
        #expect(bodies.allSatisfy { $0[array: "entitlements"]?.count == 15 && $0["entitlementCount"] == nil })
    }

    @Test("What is new is told with what the customer had before, and the same again is told to nobody")
    func later() async throws {
        let world = try World()
        let server = try world.server()
        let first = Purchases.fact("chain-1", product: "vase.1", lasts: nil)
        try await server.storage.upload([first], by: "alice")
        let both = [first, Purchases.fact("chain-2", product: "vase.2", lasts: nil)]
        try await server.storage.upload(both, by: "alice")
        try await server.storage.upload(both, by: "alice", at: Purchases.start + 60)
        let events = try await server.storage.events(after: 0, of: "alice", limit: 50)
        let bodies = try events.map { try JSONValue(parsing: $0.body).object ?? [:] }
        let shown = bodies.map { body in
            body[array: "entitlements"]?.compactMap { $0.object?[string: "productId"] } ?? []
        }
        #expect(shown == [["vase.1"], ["vase.1", "vase.2"]])
    }
}
