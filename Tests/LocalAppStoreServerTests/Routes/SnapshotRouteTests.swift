import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import Logging
import NIOCore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Snapshots over the control interface", .timeLimit(.minutes(15)))
struct SnapshotRouteTests {
    private let tester: RouteTester

    init() throws { tester = try RouteTester() }

    private func put(_ bytes: Data, configuration: StoreServerConfiguration? = nil) async throws -> RouteTester.Answer {
        let tester = try configuration.map { try RouteTester(store: self.tester.store, configuration: $0) } ?? tester
        return try await tester.server.application.test(.router) { client in
            let response = try await client.execute(
                uri: "/control/snapshot",
                method: .put,
                body: ByteBuffer(bytes: bytes)
            )
            return RouteTester.Answer(
                status: response.status.code,
                headers: response.headers,
                body: response.body
            )
        }
    }

    @Test("The state is kept and put back")
    func roundTrip() async throws {
        let store = tester.store
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let kept = try await tester.ask(.get, "/control/snapshot")
        #expect(kept.status == 200)
        #expect(kept.headers[.contentType] == "application/octet-stream")
        let (engine, time) = (store.engine, store.now)
        try store.advance(by: 86_400 * 60)
        try store.createAccount(id: "iris")
        let answer = try await put(Data(kept.body.readableBytesView))
        #expect(answer.status == 200)
        #expect(answer.json[integer: "accountCount"] == 1)
        #expect(answer.json[integer: "subscriptionCount"] == 1)
        #expect(answer.json[milliseconds: "date"] == time)
        #expect(answer.json[integer: "sequence"] == Int64(store.eventCount))
        #expect(store.accounts == engine.accounts)
        #expect(store.subscriptions == engine.subscriptions)
        #expect(store.now == time)
    }

    @Test("What is no snapshot, or that of another app, is refused, and the store is as before")
    func refused() async throws {
        let store = tester.store
        let good = try store.snapshot()
        let other = LocalAppStore(
            configuration: store.configuration,
            app: StoreApp(bundleID: "com.example.other", version: "1"),
            authority: store.authority,
            start: store.now
        )
        let before = store.engine
        for bytes in [Data(), Data("{}".utf8), good.dropLast(), good + [0], Data(good.reversed())] {
            let answer = try await put(bytes)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "snapshot-damaged")
        }
        let foreign = try await put(try other.snapshot())
        #expect(foreign.status == 400)
        #expect(foreign.errorCode == "snapshot-of-another-app")
        let long = try await put(good, configuration: StoreServerConfiguration(maximumSnapshot: good.count - 1))
        #expect(long.status == 413)
        #expect(long.errorCode == "body-too-large")
        #expect(store.engine == before)
    }

    @Test("Pages of other sites cannot replace the state")
    func origin() async throws {
        let answer = try await tester.ask(.put, "/control/snapshot", headers: [.origin: "https://evil.example"])
        #expect(answer.errorCode == "foreign-origin")
    }

    @Test("A store in memory has no log to make short")
    func memory() async throws {
        let answer = try await tester.ask(.post, "/control/compact")
        #expect(answer.json[integer: "eventsBefore"] == 0)
        #expect(answer.json[integer: "eventsAfter"] == 0)
    }

    @Test("A log that has grown long while the server runs gets short by itself, and nothing is lost")
    func serving() async throws {
        let folder = try TemporaryFolder()
        let store = try LocalAppStore.open(
            folder: folder.file("store"),
            configuration: tester.store.configuration,
            app: SampleShop.app,
            start: TestAuthority.signingDate
        )
        try store.createAccount(id: SampleShop.customer)
        try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let (looks, look) = AsyncStream.makeStream(of: Void.self)
        let (slept, sleeping) = AsyncStream.makeStream(of: Void.self)
        let time = RealTime(
            now: { TestAuthority.signingDate },
            sleep: { _ in
                sleeping.yield()
                for await _ in looks { return }
                throw CancellationError()
            }
        )
        let compaction = LogCompaction(
            store: store,
            notifications: tester.server.notifications,
            realTime: time,
            logger: Logger(label: "test"),
            length: 3
        )
        let running = Task { try await compaction.run() }
        var sleeps = slept.makeAsyncIterator()
        await sleeps.next(isolation: nil)
        look.yield()
        await sleeps.next(isolation: nil)
        #expect(store.loggedEventCount == 2, "not long yet")
        try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        look.yield()
        await sleeps.next(isolation: nil)
        #expect(store.loggedEventCount == 0)
        look.finish()
        try await running.value
    }
}
