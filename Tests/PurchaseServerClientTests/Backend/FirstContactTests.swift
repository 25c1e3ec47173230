import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import PurchaseServer
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("First contact of somebody without an account", .timeLimit(.minutes(15)))
struct FirstContactTests {
    private static func withOpen(_ body: (BackendWorld) async throws -> Void) async throws {
        try await BackendWorld.withOpen({ $0.apps[0].customerTokens = .required }, body)
    }

    /// The server hears of tokens; the first so many answers to that do not arrive.
    private static func lose(_ count: Int, on line: Line) {
        let left = Locked(count)
        line.set(
            .altered { request, response in
                let isLost =
                    request.url.path.hasSuffix("/tokens")
                    && left.withLock { left in
                        left -= 1
                        return left >= 0
                    }
                return isLost ? HTTPTransportResponse(status: 503, body: Data()) : response
            }
        )
    }

    @Test("A contact whose answer is lost is made again in the same call")
    func again() async throws {
        try await Self.withOpen { world in
            Self.lose(2, on: world.line)
            let backend = try await world.launch(isOnce: false)
            #expect(try await backend.refresh().source == .server)
            #expect(world.line.count(of: "/tokens") == 3)
        }
    }

    @Test("A contact whose answer never came is made again by the next launch, which uploads as the same customer")
    func nextLaunch() async throws {
        try await Self.withOpen { world in
            Self.lose(1, on: world.line)
            let first = try await world.launch()
            await expect(.unavailable) { try await first.refresh() }
            let second = try await world.launch()
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try await second.upload(try world.receipt())
            #expect(try await second.refresh().owns(SampleShop.greenhouse))
            let names = try await [first.customer, second.customer]
            #expect(names[0] == names[1])
        }
    }

    @Test("A token that was drawn and never reached the server is told by the next launch")
    func untold() async throws {
        try await Self.withOpen { world in
            let name = "anonymous:5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11"
            let token = CustomerToken.draw { UUID() }
            let record: JSONObject = ["customer": .string(name), "customerToken": .string(token)]
            world.storage.set(JSONValue.object(record).jsonData, forKey: "purchase-server-customer")
            #expect(try await world.launch().refresh().customer == name)
            let told = try #require(world.line.requests.first { $0.url.path.hasSuffix("/tokens") })
            #expect(try JSONValue(parsing: told.body).object?[string: "customerToken"] == token)
        }
    }

    @Test("A token that cannot be kept is told to nobody; when it can, everything works")
    func unkept() async throws {
        try await Self.withOpen { world in
            let storage = StubbornStorage(world.storage)
            let backend = try await world.launch(storage: storage)
            _ = try await backend.customer
            storage.refuse(writing: true)
            await expect(.storageFailed) { try await backend.refresh() }
            #expect(world.line.count(of: "/tokens") == 0)
            storage.refuse()
            #expect(try await backend.refresh().source == .server)
            #expect(try await world.launch().refresh().source == .server)
        }
    }

    @Test("Two calls at a time both succeed, with one token")
    func parallel() async throws {
        try await Self.withOpen { world in
            let backend = try await world.launch()
            async let one = backend.refresh()
            async let other = backend.refresh()
            let sources = try await [one.source, other.source]
            #expect(sources == [.server, .server])
            let tokens = world.line.requests.filter { $0.url.path.hasSuffix("/tokens") }.map(\.body)
            #expect(Set(tokens).count == 1)
        }
    }

    @Test("Who was sent away by the developer draws another token")
    func ended() async throws {
        try await Self.withOpen { world in
            let backend = try await world.launch()
            try await backend.refresh()
            let name = try await backend.customer
            #expect(try await world.ask("v1/customers/\(name)/tokens", "DELETE")[integer: "revokedCount"] == 1)
            #expect(try await backend.refresh().source == .server)
            #expect(try await world.launch().refresh().customer == name)
        }
    }

    @Test("A token is as the server wants it, and each is another one")
    func drawn() throws {
        let tokens = (0..<100).map { _ in CustomerToken.draw { UUID() } }
        #expect(Set(tokens).count == 100)
        for token in tokens { #expect(token.wholeMatch(of: /psr_customer_[a-z2-7]{48}/) != nil) }
        let fixed = try #require(UUID(uuidString: "5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11"))
        #expect(CustomerToken.draw { fixed } == CustomerToken.draw { fixed })
    }
}
