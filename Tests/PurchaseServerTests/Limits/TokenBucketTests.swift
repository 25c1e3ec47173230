import AppStoreServerClient
import HTTPTypes
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

@Suite("How often a key may ask")
struct TokenBucketTests {
    @Test("A burst goes through at once, then one for each part of a second")
    func burst() {
        var bucket = TokenBucket(RateLimit(perSecond: 2, burst: 3), at: 100)
        #expect((0..<3).map { _ in bucket.take(at: 100) } == [nil, nil, nil])
        #expect(bucket.take(at: 100) == 0.5)
        #expect(bucket.take(at: 100.25) == 0.25)
        #expect(bucket.take(at: 100.5) == nil)
        #expect(bucket.take(at: 100.5) == 0.5)
    }

    @Test("A long pause saves up no more than a burst, and a clock that goes back gives nothing")
    func bounds() {
        var bucket = TokenBucket(RateLimit(perSecond: 1, burst: 2), at: 0)
        #expect((0..<3).map { _ in bucket.take(at: 1_000_000) } == [nil, nil, 1])
        #expect(bucket.take(at: 0) == 1)
        #expect(bucket.take(at: 1_000_001) == nil)
    }

    @Test(
        "A limit that cannot work is refused",
        arguments: [(0.0, 1), (-1, 1), (.nan, 1), (.infinity, 1), (1, 0)] as [(Double, Int)]
    )
    func mistakes(perSecond: Double, burst: Int) throws {
        var configuration = try World().configuration
        configuration.secretKeyRateLimit = RateLimit(perSecond: perSecond, burst: burst)
        let error = #expect(throws: PurchaseServerError.self) { try configuration.check() }
        #expect(error?.code == .configuration)
    }

    @Test("Over HTTP: 429 with when to come back, for this key and no other")
    func overHTTP() async throws {
        var world = try World()
        let uptime = Locked(5.0)
        world.configuration.demandsKeys = true
        world.configuration.uptime = { uptime.withLock { $0 } }
        world.configuration.secretKeyRateLimit = RateLimit(perSecond: 0.25, burst: 2)
        try await world.test { client, server in
            let first = KeyAccessTests.bearer(try #require(server.firstKeys).secret.text)
            let other = KeyAccessTests.bearer(
                try await server.keys.make(.secret, name: "other", scopes: [.customers]).text
            )
            let ask = { (key: HTTPFields) in try await client.get("/v1/customers/alice", headers: key) }
            #expect(try await ask(first).status == 200)
            #expect(try await ask(first).status == 200)
            let refused = try await ask(first)
            #expect(refused.status == 429)
            #expect(refused.errorCode == "too-many-requests")
            #expect(refused.headers[.retryAfter] == "4")
            #expect(try await ask(other).status == 200)
            uptime.withLock { $0 += 4 }
            #expect(try await ask(first).status == 200)
        }
    }
}
