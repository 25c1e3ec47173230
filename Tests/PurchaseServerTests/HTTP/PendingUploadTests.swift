import AppStoreModels
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
            #expect(answer.entitlements.isEmpty)
            #expect(waited.withLock { $0 } == [1.5])
            world.store.set(.up)
            end.finish()
            // The question that was under way found no answer; the poller asks the next one.
            let alice = CustomerID("alice")
            try await eventually {
                // Whether that one ends before or after is not known, nor until when it puts the upload off.
                world.advance(days: 0.01)
                try await server.pollDue()
                return try await server.statement(of: alice).pendingUploads == 0
            }
            #expect(try await server.statement(of: alice).entitlements.count == 2)
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
