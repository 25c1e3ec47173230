import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A clock that once ran ahead")
struct ClockTests {
    /// Whose clock ran ahead by two years while a receipt was uploaded.
    enum Ahead: CaseIterable, Sendable {
        /// The server's alone; the App Store's answer has its own date.
        case server
        /// The server's, and the answer has no date.
        case serverWithoutAnswerDate
        /// The server's and the store's.
        case both
        /// None; an earlier version of the server wrote the date into its database.
        case storedDate
    }

    private static let years = 730.0

    @Test("A refund that is notified takes the entitlement", arguments: Ahead.allCases)
    func notified(ahead: Ahead) async throws {
        let world = try World()
        try await world.test { client, server in
            try await Self.upload(ahead, world, client)
            world.advance(days: 3)
            let body = try NotificationSample.body(.refund, at: world.now) { $0.revocationDate = world.now - 60 }
            #expect(try await client.post("/apple/notifications", body).status == 200)
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
            #expect(answer.entitlement("pro")?[string: "state"] == "active")
            // Where something is dated in the future, what it answers says whose clock is wrong: the purchase does not come
            // back on the day on which that date comes true.
            world.store.set(world.answer { $0.cancellationDate = world.now - 60 })
            #expect(try await server.pollDue().checkedReceipts == (ahead == .server ? 0 : 1))
            #expect(try await server.pollDue().total == 0)
            world.advance(days: Self.years + 30)
            let later = try await client.get("/v1/customers/alice")
            #expect(later.entitlement("monthly")?[string: "state"] == "revoked")
        }
    }

    @Test("A server whose own clock is behind refuses what is signed in its future, and takes no date back")
    func behind() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let dates = try world.numbers("SELECT last_stated_ms FROM fact ORDER BY id")
            let body = try NotificationSample.body(.refund, at: world.now + 60) { $0.revocationDate = world.now }
            world.advance(days: -Self.years)
            let refused = try await client.post("/apple/notifications", body)
            #expect(refused.status == 401)
            #expect(refused.rule == "signing-date")
            #expect(try world.numbers("SELECT last_stated_ms FROM fact ORDER BY id").prefix(2) == dates[...])
            // The App Store sends it again; by then the clock may be right.
            world.advance(days: Self.years)
            #expect(try await client.post("/apple/notifications", body).status == 200)
        }
    }

    /// What reaches a server whose clock is behind.
    enum Late: CaseIterable, Sendable {
        /// A notification that was signed then, and waited to be sent again.
        case notification
        /// A transaction that was signed then, and kept by a device.
        case transaction
        /// What the App Store answers now.
        case answer
    }

    @Test("A server whose clock is behind takes no date back, even if what comes is as old", arguments: Late.allCases)
    func late(_ late: Late) async throws {
        let world = try World()
        let old = world.now + 2 * 86_400
        let dates = "SELECT last_stated_ms FROM fact ORDER BY id"
        try await world.test { client, server in
            world.advance(days: 20)
            world.store.set(world.answer { $0.cancellationDate = world.now - 86_400 })
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let before = try world.numbers(dates)
            #expect(before.max() == Int(world.now.millisecondsSince1970))
            world.advance(days: -18)
            switch late {
            case .notification:
                let body = try NotificationSample.body(.subscribed, at: old)
                #expect(try await client.post("/apple/notifications", body).status == 200)
            case .transaction:
                let body = #"{"signedTransactions":["\#(try SignedSample.transaction(signed: old))"]}"#
                #expect(try await client.post("/v1/customers/alice/transactions", body).status == 200)
            case .answer:
                break
            }
            #expect(try world.numbers(dates).prefix(2) == before[...])
            // What it has written down makes it ask; the answer shows that it is the server's clock that is wrong.
            #expect(try await server.pollDue().checkedReceipts == 1)
            #expect(try world.numbers(dates).prefix(2) == before[...])
            world.advance(days: 18)
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
        }
    }

    @Test("A refund that nobody notifies is heard of by asking", arguments: Ahead.allCases)
    func asked(ahead: Ahead) async throws {
        let world = try World()
        try await world.test { client, server in
            try await Self.upload(ahead, world, client)
            world.advance(days: 29.9)
            world.store.set(world.answer { $0.cancellationDate = world.now - 86_400 })
            #expect(try await server.pollDue().checkedReceipts == 1)
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("An upload that waits since then is asked about when the clock is right")
    func pending() async throws {
        let world = try World()
        try await world.test { client, server async throws in
            world.advance(days: Self.years)
            world.store.set(.down)
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 202)
            world.advance(days: -Self.years)
            world.store.set(.up)
            world.store.set(world.answer())
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/alice").entitlement("monthly") != nil)
        }
    }

    private static func upload(_ ahead: Ahead, _ world: World, _ client: any TestClientProtocol) async throws {
        var answer = world.answer()
        if ahead != .storedDate { world.advance(days: years) }
        switch ahead {
        case .both: answer.receipt?.requestDate = world.now
        case .serverWithoutAnswerDate: answer.receipt?.requestDate = nil
        case .server, .storedDate: break
        }
        world.store.set(answer)
        #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
        if ahead == .storedDate {
            try world.change("UPDATE fact SET last_stated_ms = last_stated_ms + 63072000000")
        } else {
            world.advance(days: -years)
        }
    }
}
