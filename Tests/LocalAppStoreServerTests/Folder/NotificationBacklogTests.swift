import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications that a kill left unmade", .timeLimit(.minutes(15)))
struct NotificationBacklogTests {
    private let folder: TemporaryFolder
    private let time = TestTime()
    private let hook = URL(string: "http://127.0.0.1:9/hook")

    init() throws { folder = try TemporaryFolder() }

    private func open(_ transport: RecordingTransport = RecordingTransport()) throws -> LocalStoreServer {
        try .flowerShop(in: folder.file("store"), time: time, transport: transport)
    }

    /// Leaves the folder as a kill does that comes when events are written down and their notifications are not.
    ///
    /// - Returns: The identifiers of these notifications, oldest event first.
    private func crash() throws -> [String] {
        var log = Data()
        var ids: [String] = []
        do {
            let server = try open()
            server.notifications.destination = hook
            try server.store.createAccount(id: "flora")
            log = try Data(contentsOf: folder.file("store/notifications.jsonl"))
            try server.store.buy(productID: SampleShop.bouquet, account: "flora")
            try server.store.advance(by: 200 * 86_400)
            ids = server.notifications.waiting.map(\.id)
        }
        try log.write(to: folder.file("store/notifications.jsonl"))
        try #require(ids.count > 5)
        return ids
    }

    /// Something new happens, of which Apple would tell.
    private func subscribe(_ name: String, in server: LocalStoreServer) throws {
        try server.store.createAccount(id: name)
        try server.store.buy(productID: SampleShop.posy, account: name)
    }

    private func ids(in server: LocalStoreServer) -> [String] {
        (server.notifications.finished + server.notifications.waiting).map(\.id)
    }

    @Test("Who must not wait leaves an event to whoever makes another one's notification, and takes it next")
    func turns() throws {
        let store = try open().store
        let heard = Locked<[StoreEvent]>([])
        let observation = store.observe { event in heard.withLock { $0.append(event) } }
        for name in ["fern", "moss"] { try store.createAccount(id: name) }
        withExtendedLifetime(observation) {}
        let events = heard.withLock { $0 }
        try #require(events.count == 2)
        let made = Locked<[Int]>([])
        let place = Locked<NotificationBacklog?>(nil)
        let backlog = NotificationBacklog { event, versions in
            made.withLock { $0.append(event.sequence) }
            guard event.sequence == events[0].sequence, let backlog = place.withLock({ $0 }) else { return [] }
            // An observer is told of the next event now, and whoever makes this notification waits until it has heard.
            #expect(!backlog.add(events[1]))
            #expect(backlog.takeNext(in: versions, waits: false) { _ in })
            return []
        }
        place.withLock { $0 = backlog }
        #expect(backlog.add(events[0]))
        #expect(backlog.takeNext(in: [.two]) { _ in })
        #expect(made.withLock { $0 } == events.map(\.sequence))
        #expect(backlog.isEmpty)
        place.withLock { $0 = nil }
    }

    @Test("The store opens before they are made; they are sent in order, and what happens meanwhile after them")
    func beside() async throws {
        let missed = try crash()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let transport = RecordingTransport { arrival.yield() }
        let server = try open(transport)
        try subscribe("fern", in: server)
        #expect(server.notifications.waiting == [])
        #expect(!server.notifications.hasPublishedAll)
        #expect(throws: StoreError(.snapshotFailed, ""), "the store must not forget their events") {
            try server.notifications.settle(upTo: server.store.eventCount)
        }
        let count = missed.count + 1
        try await withRunning(server) { _ in
            var heard = 0
            for await _ in arrivals {
                heard += 1
                if heard == count { break }
            }
            await server.notifications.deliverPending()
        }
        #expect(ids(in: server).dropLast() == missed[...])
        #expect(server.notifications.finished.last?.type == .subscribed)
        #expect(transport.posts.count == count)
        #expect(server.notifications.hasPublishedAll)
        try server.notifications.settle(upTo: server.store.eventCount)
        try subscribe("iris", in: server)
        #expect(server.notifications.waiting.count == 1, "with nothing before it, it is made at once")
    }

    @Test("Another kill loses none and doubles none, however many were made", arguments: 0...5)
    func killedAgain(made: Int) async throws {
        let missed = try crash()
        do {
            let server = try open()
            for _ in 0..<made { server.notifications.publishNext() }
            try subscribe("fern", in: server)
            #expect(ids(in: server) == Array(missed.prefix(made)))
        }
        let transport = RecordingTransport()
        let server = try open(transport)
        await server.notifications.deliverPending()
        #expect(ids(in: server).dropLast() == missed[...])
        #expect(server.notifications.finished.last?.type == .subscribed)
        #expect(transport.posts.count == missed.count + 1)
        #expect(Set(transport.posts.map(\.body)).count == missed.count + 1)
    }

    @Test("Another address in between loses none, nor does none at all")
    func destination() async throws {
        let missed = try crash()
        let other = URL(string: "http://127.0.0.1:9/other")
        do {
            let server = try open()
            server.notifications.publishNext()
            server.notifications.destination = other
            #expect(ids(in: server).count == 1, "it does not wait for the others")
        }
        do {
            let server = try open()
            #expect(server.notifications.destination == other)
            server.notifications.destination = nil
            // This makes no notification, not even after a restart.
            try subscribe("fern", in: server)
            #expect(ids(in: server) == missed)
        }
        let server = try open()
        server.notifications.destination = hook
        await server.notifications.deliverPending()
        #expect(server.notifications.finished.map(\.id) == missed)
    }

    static let forgetting: [(HTTPRequest.Method, String)] = [
        (.post, "compact"), (.post, "reset"), (.delete, "transactions"), (.delete, "accounts/flora/transactions"),
    ]

    @Test("They are made before anything forgets the events, or what they are about", arguments: forgetting)
    func forgotten(method: HTTPRequest.Method, path: String) async throws {
        let missed = try crash()
        do {
            let server = try open()
            #expect(server.store.loggedEventCount > missed.count, "opening has not made the log short")
            try await server.application.test(.router) { client in
                try await client.execute(uri: "/control/\(path)", method: method) { response in
                    #expect(response.status == .ok)
                }
            }
            #expect(Array(ids(in: server).prefix(missed.count)) == missed)
        }
        let log = try NotificationLog.content(at: folder.file("store/notifications.jsonl"), schedule: .sandbox)
        let written = (log.outbox.finished + log.outbox.waiting).map(\.id)
        #expect(Array(written.prefix(missed.count)) == missed)
    }

    @Test("Without an address nothing waits to be made")
    func noAddress() throws {
        do {
            let server = try open()
            try subscribe("flora", in: server)
        }
        let server = try open()
        #expect(server.notifications.hasPublishedAll)
        server.notifications.destination = hook
        #expect(!server.notifications.publishNext())
    }
}
