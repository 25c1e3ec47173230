import AppReceipt
import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A request that is sent again")
struct IdempotencyTests {
    private static let request = RepeatableRequest(callerID: "shop", key: "one", digest: Data([1]))

    private func withServer(
        _ body: @Sendable @escaping (World, any TestClientProtocol, _ key: HTTPFields) async throws -> Void
    ) async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        world.store.set(world.answer())
        try await world.test { [world] client, server in
            try await body(world, client, KeyAccessTests.bearer(try #require(server.firstKeys).secret.text))
        }
    }

    private func naming(_ name: String, _ key: HTTPFields) -> HTTPFields {
        var fields = key
        fields[.documented("Idempotency-Key")] = name
        return fields
    }

    @Test("It is carried out once, and answered the same")
    func once() async throws {
        try await withServer { world, client, key in
            let fields = naming("order-1", key)
            let receipt = try SampleReceipt.signed()
            let first = try await client.upload(receipt, for: "alice", headers: fields)
            #expect(first.status == 200)
            #expect(first.entitlements.count == 2)
            let asked = world.store.requests.count
            world.store.set(.down)
            world.advance(days: 0.5)
            let second = try await client.upload(receipt, for: "alice", headers: fields)
            #expect(second.status == 200)
            #expect(second.json == first.json)
            #expect(world.store.requests.count == asked)
        }
    }

    @Test("After a day it counts as new")
    func oneDay() async throws {
        try await withServer { world, client, key in
            let fields = naming("order-1", key)
            let receipt = try SampleReceipt.signed()
            _ = try await client.upload(receipt, for: "alice", headers: fields)
            let asked = world.store.requests.count
            world.advance(days: 1.01)
            _ = try await client.upload(receipt, for: "alice", headers: fields)
            #expect(world.store.requests.count > asked)
        }
    }

    @Test("The same key with another body, or for another customer, is refused")
    func reused() async throws {
        try await withServer { _, client, key in
            let fields = naming("order-1", key)
            let receipt = try SampleReceipt.signed()
            _ = try await client.upload(receipt, for: "alice", headers: fields)
            let other = try SampleReceipt.signed { $0.opaqueValue = [9] }
            for answer in [
                try await client.upload(other, for: "alice", headers: fields),
                try await client.upload(receipt, for: "bob", headers: fields),
            ] {
                #expect(answer.status == 422)
                #expect(answer.errorCode == "idempotency-key-reused")
            }
            #expect(try await client.get("/v1/customers/bob", headers: key).entitlements.isEmpty)
        }
    }

    @Test("What was refused is not kept: it may be mended and sent again")
    func mended() async throws {
        try await withServer { (_, client, key) async throws in
            let fields = naming("order-1", key)
            let path = "/v1/customers/alice/receipts"
            #expect(try await client.post(path, "{}", headers: fields).errorCode == "receipt-missing")
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice", headers: fields).status == 200)
        }
    }

    @Test("A key that is no name is refused", arguments: ["", " ", "ümlaut", String(repeating: "k", count: 256)])
    func invalid(name: String) async throws {
        try await withServer { _, client, key in
            let answer = try await client.post("/v1/customers/alice/receipts", "{}", headers: naming(name, key))
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-idempotency-key")
        }
    }

    @Test("While it is carried out it is under way; one that its server took along when it ended is begun again")
    func underWay() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        #expect(try await storage.begin(Self.request, at: world.now) == .new)
        #expect(try await storage.begin(Self.request, at: world.now + 59) == .underWay)
        #expect(try await storage.begin(Self.request, at: world.now + 61) == .new)
        #expect(try await storage.begin(Self.request, at: world.now + 62) == .underWay)
        try await storage.abandon(Self.request)
        #expect(try await storage.begin(Self.request, at: world.now + 63) == .new)
        try await storage.finish(Self.request, status: 201, body: Data("{}".utf8))
        try await storage.abandon(Self.request)
        let answered = Repetition.answered(status: 201, body: Data("{}".utf8))
        #expect(try await storage.begin(Self.request, at: world.now + 64) == answered)
        let other = RepeatableRequest(callerID: "shop", key: "one", digest: Data([2]))
        #expect(try await storage.begin(other, at: world.now + 64) == .otherRequest)
        let stranger = RepeatableRequest(callerID: "other", key: "one", digest: Data([2]))
        #expect(try await storage.begin(stranger, at: world.now + 64) == .new)
    }

    @Test("A caller who hangs up after it was carried out finds its answer all the same")
    func hungUp() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        let middleware = IdempotencyMiddleware(
            storage: storage,
            maximumBodyLength: 1_024,
            now: { [now = world.now] in now }
        )
        let answer = try await Task { () throws -> Response in
            var context = APIContext(
                source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
            )
            context.caller = .anybody
            let head = HTTPRequest(
                method: .post,
                scheme: nil,
                authority: nil,
                path: "/v1/customers",
                headerFields: naming("order-1", [:])
            )
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            return try await middleware.handle(request, context: context) { _, _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return Response(status: .created, body: ResponseBody(byteBuffer: ByteBuffer(string: "{}")))
            }
        }.value
        #expect(answer.status == .created)
        #expect(try world.number("SELECT status FROM repeated_answer") == 201)
    }

    @Test("Of each answer it is kept whom its address names")
    func customer() async throws {
        try await withServer { world, client, key in
            _ = try await client.upload(try SampleReceipt.signed(), for: "al%20ice", headers: naming("order-1", key))
            #expect(try world.number("SELECT count(*) FROM repeated_answer WHERE customer = 'al ice'") == 1)
        }
    }

    @Test("What cannot be kept is answered all the same: a refusal as a refusal, and what was done as done")
    func notKept() async throws {
        try await withServer { world, client, key in
            try world.change(
                """
                CREATE TRIGGER broken_update BEFORE UPDATE ON repeated_answer BEGIN SELECT RAISE(ABORT, 'broken'); END
                """
            )
            try world.change(
                """
                CREATE TRIGGER broken_delete BEFORE DELETE ON repeated_answer BEGIN SELECT RAISE(ABORT, 'broken'); END
                """
            )
            let done = try await client.upload(try SampleReceipt.signed(), for: "alice", headers: naming("a", key))
            #expect(done.status == 200)
            let refused = try await client.post("/v1/customers/alice/receipts", "{}", headers: naming("b", key))
            #expect(refused.errorCode == "receipt-missing")
        }
    }

    @Test("A caller has so many answers kept and no more; those of yesterday make room")
    func limit() async throws {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        let now = world.now.millisecondsSince1970
        try world.change(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(PurchaseDatabase.maximumAnswers))
            INSERT INTO repeated_answer (key_id, idempotency_key, request, begun_ms)
                SELECT 'shop', 'key' || i, x'00', \(now) FROM n
            """
        )
        #expect(try await storage.begin(Self.request, at: world.now) == .tooMany)
        #expect(try await storage.begin(Self.request, at: world.now + 86_401) == .new)
        #expect(try world.number("SELECT count(*) FROM repeated_answer") == 1)
    }
}
