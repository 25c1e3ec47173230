import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import Hummingbird
import HummingbirdTesting
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("An upload that the App Store is slow about", .timeLimit(.minutes(15)))
struct PendingUploadTests {
    @Test("It is acknowledged as pending at once, and verified when the answer comes")
    func pending() async throws {
        var world = try World()
        let waited = Locked<[TimeInterval]>([])
        world.configuration.patienceTimer = { seconds in waited.withLock { $0.append(seconds) } }
        world.store.set(world.answer())
        let receipt = try SampleReceipt.signed()
        let (silence, end) = AsyncStream<Void>.makeStream()
        world.store.set(.silent(about: receipt, silence))
        try await world.test { [world] client, server in
            let answer = try await client.upload(receipt, for: "alice")
            #expect(answer.status == 202)
            #expect(answer.json[string: "customer"] == "alice")
            #expect(answer.json[integer: "pendingUploadCount"] == 1)
            #expect(answer.entitlement("pro")?[boolean: "isProvisional"] == true)
            #expect(answer.entitlement("monthly")?[boolean: "isProvisional"] == true)
            #expect(waited.withLock { $0 } == [1.5])
            world.store.set(.up)
            end.finish()
            // The question that was under way found no answer; the poller asks the next one.
            let alice = CustomerID("alice")
            try await eventually {
                // Whether that one ends before or after is not known, nor until when it puts the upload off.
                world.advance(days: 0.01)
                try await server.pollDue()
                return try await server.statement(of: alice).pendingUploadCount == 0
            }
            #expect(try await server.statement(of: alice).entitlements.count == 2)
        }
    }

    /// A server whose App Store cannot be asked, and which goes without an answer at once.
    private func silentWorld() throws -> World {
        var world = try World()
        world.configuration.patienceTimer = { _ in }
        world.configuration.customers.sandbox = .everybody
        world.store.set(.down)
        return world
    }

    @Test("It is answered with what the receipt itself states, marked so, and nobody is told so later")
    func known() async throws {
        let world = try silentWorld()
        let receipt = try SampleReceipt.signed()
        try await world.test { client, _ in
            let answer = try await client.upload(receipt, for: "alice")
            #expect(answer.status == 202)
            let monthly = try #require(answer.entitlement("monthly"))
            #expect(monthly[string: "state"] == "active")
            #expect(monthly[boolean: "isEntitled"] == true)
            #expect(monthly[string: "originalTransactionId"] == "2000")
            #expect(monthly[boolean: "isProvisional"] == true)
            #expect(answer.entitlements.count == 2)
            let later = try await client.get("/v1/customers/alice").json
            #expect(later[array: "entitlements"] == [])
            #expect(later[integer: "pendingUploadCount"] == 1)
        }
    }

    @Test("What was confirmed before is not marked, and a purchase that somebody else has is not there")
    func confirmedAndForeign() async throws {
        let world = try silentWorld()
        // What the App Store says is newer than the receipts.
        world.advance(days: 0.5)
        world.store.set(world.answer())
        world.store.set(.up)
        let first = try SampleReceipt.signed()
        let second = try SampleReceipt.signed { draft in
            var seeds = SampleReceipt.nonConsumable
            seeds.productID = "com.example.app.seeds"
            seeds.transactionID = "3000"
            seeds.originalTransactionID = "3000"
            draft.inAppPurchases.append(seeds)
        }
        try await world.test { client, server in
            // The request does not wait for the answer, whoever is first.
            _ = try await client.upload(first, for: "alice")
            try await eventually {
                world.advance(days: 0.01)
                try await server.pollDue()
                return try await server.statement(of: "alice").entitlements.count == 2
            }
            world.store.set(.down)
            let own = try await client.upload(second, for: "alice")
            #expect(own.status == 202)
            #expect(own.entitlement("pro")?[boolean: "isProvisional"] == nil)
            #expect(own.entitlement("seeds")?[boolean: "isProvisional"] == true)
            let foreign = try await client.upload(second, for: "mallory")
            #expect(foreign.status == 202)
            #expect(foreign.entitlements.map { $0[string: "productId"] } == ["com.example.app.seeds"])
        }
    }

    @Test("A refund that is known counts against an older receipt")
    func refunded() async throws {
        let world = try silentWorld()
        world.advance(days: 0.5)
        let facts = PurchaseFacts(
            unverified: world.answer { $0.cancellationDate = TestAuthority.signingDate + 3_600 },
            environment: .sandbox,
            receivedAt: world.now
        )
        try await world.test { client, server in
            let notification = ReceivedNotification(
                identifier: "n",
                type: "REFUND",
                signedDate: world.now,
                receivedAt: world.now,
                body: Data(),
                facts: facts
            )
            _ = try await server.storage.save(notification) { _ in nil }
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.status == 202)
            #expect(answer.entitlement("monthly")?[string: "state"] == "revoked")
            #expect(answer.entitlement("monthly")?[boolean: "isEntitled"] == false)
            #expect(answer.entitlement("pro")?[boolean: "isEntitled"] == true)
        }
    }

    @Test("A receipt of iOS 6, which nobody else can check, is no purchase yet: 503")
    func unchecked() async throws {
        var world = try World()
        world.configuration.patienceTimer = { _ in }
        let (silence, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        world.store.set(.silent(about: OldStyleReceipt.receipt(), silence))
        try await world.test { client, _ in
            let answer = try await client.upload(OldStyleReceipt.receipt(), for: "alice")
            #expect(answer.status == 503)
            #expect(answer.errorCode == "app-store-unavailable")
            #expect(try await client.get("/v1/customers/alice").json[integer: "pendingUploadCount"] == 1)
        }
    }

    @Test("More than may be under way at once is not begun, and waits like all others")
    func tooMany() async throws {
        let patience = Patience(limit: 1, timer: { _ in try await Task.sleep(for: .seconds(86_400)) }, maximumCount: 1)
        let (silence, end) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        async let first = patience.result {
            begin.finish()
            for await _ in silence {}
            return 1
        }
        for await _ in begun {}
        #expect(try await patience.result { 2 } == nil)
        end.finish()
        #expect(try await first == 1)
        try await eventually { try await patience.result { 3 } == 3 }
    }

    @Test("What asks a silent App Store leaves room for what asks the other one")
    func silentSandbox() async throws {
        let patience = Patience(limit: 1, timer: { _ in try await Task.sleep(for: .seconds(86_400)) }, maximumCount: 4)
        let (silence, end) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await patience.result(asking: .sandbox) {
                        begin.yield()
                        for await _ in silence {}
                        return 1
                    }
                }
            }
            var left = 3
            for await _ in begun {
                left -= 1
                if left == 0 { break }
            }
            #expect(try await patience.result(asking: .sandbox) { 2 } == nil)
            #expect(try await patience.result(asking: .production) { 3 } == 3)
            end.finish()
            for try await answer in group { #expect(answer == 1) }
        }
    }

    @Test("What the work throws is thrown")
    func failure() async {
        let patience = Patience(limit: 1, timer: { _ in try await Task.sleep(for: .seconds(86_400)) })
        await #expect(throws: Rejection.self) {
            try await patience.result { () async throws -> Int in throw Rejection.html }
        }
    }

    @Test("The first answer counts, whoever waits before or after it")
    func firstAnswer() async throws {
        let answer = FirstAnswer<Int>()
        answer.tell(.success(1))
        answer.tell(.success(nil))
        #expect(try await answer.wait().get() == 1)
    }
}
