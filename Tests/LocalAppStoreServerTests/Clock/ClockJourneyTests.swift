import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import Locking
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A long way of a store's clock", .timeLimit(.minutes(15)))
struct ClockJourneyTests {
    private let time = TestTime()
    private let folder: TemporaryFolder
    private let store: LocalAppStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SampleShop.open()
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
    }

    private func clock() throws -> StoreClock {
        try StoreClock(store: store, realTime: time.realTime, file: folder.file("clock.json"))
    }

    @Test("Others see how far it has come, and one way is gone at a time")
    func underWay() async throws {
        let clock = try clock()
        let target = store.now.addingTimeInterval(1_000)
        var seen: [Int] = []
        try await clock.travel(limit: 10_000) {
            guard let journey = clock.journey, !journey.isOver else { return }
            seen.append(journey.eventCount)
            #expect(clock.now == store.now && clock.now < target)
            #expect(journey.target == target)
            await #expect(throws: StoreError(.clockMoving, "")) {
                try await clock.travel(limit: 1, betweenPortions: {}, to: { .seconds(1) })
            }
            #expect(throws: StoreError(.clockMoving, "")) { try clock.restore(snapshot: Data()) }
        } to: {
            .date(target)
        }
        #expect(seen == [128, 256, 384])
        #expect(!clock.isTravelling)
        #expect(store.transactions(account: SampleShop.customer).count == 501)
    }

    @Test("Told to stop it stays where it has come to, and can go on from there", arguments: [false, true])
    func stopped(isRunning: Bool) async throws {
        let clock = try clock()
        if isRunning { try clock.resume() }
        let start = store.now
        let over = Locked(false)
        let error = await #expect(throws: StoreError(.clockCancelled, "")) {
            try await clock.travel(limit: 10_000) {
                guard clock.journey?.eventCount == 256 else { return }
                _ = clock.state.withLock { $0.cancel { over.withLock { $0 = true } } }
            } to: {
                .seconds(1_000)
            }
        }
        #expect(error?.reason.contains("after 256 events") == true)
        #expect(over.withLock { $0 })
        #expect(store.now == start.addingTimeInterval(512))
        #expect(clock.now == store.now)
        time.pass(10)
        #expect(clock.now == store.now.addingTimeInterval(isRunning ? 10 : 0))
        try await clock.travel(limit: 10_000, betweenPortions: {}, to: { .date(start.addingTimeInterval(1_000)) })
        #expect(store.transactions(account: SampleShop.customer).count == 501)
    }

    @Test("A week in which nobody looked is caught up with in portions, and a command does not wait for its end")
    func overdue() async throws {
        let clock = try clock()
        let start = store.now
        try clock.resume()
        time.pass(4_000)
        try clock.keepUp()
        let reached = store.now
        #expect(reached == start.addingTimeInterval(2_048), "1,024 renewals")
        #expect(clock.now == reached, "it is as late as the store has come")
        #expect(try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).purchaseDate == reached)
        var portions = 0
        try await clock.catchUp(betweenPortions: { portions += 1 })
        #expect(portions > 7)
        #expect(store.now == start.addingTimeInterval(4_000))
        time.pass(1)
        #expect(clock.now == start.addingTimeInterval(4_001))
    }

    @Test("Stopped before it has caught up, it stands at once and still does what fell due")
    func pausedSoon() async throws {
        let clock = try clock()
        let start = store.now
        try clock.resume()
        time.pass(4_000)
        try clock.pauseSoon()
        #expect(!clock.isRunning)
        time.pass(1_000)
        #expect(clock.now == start.addingTimeInterval(2_048))
        try await clock.catchUp(betweenPortions: {})
        #expect(clock.now == start.addingTimeInterval(4_000))
        #expect(!clock.isOverdue)
        #expect(try !self.clock().isRunning, "the file knows it")
    }

    @Test("Catching up that is stopped leaves the rest out: the clock goes on from where it is")
    func catchingUpStopped() async throws {
        let clock = try clock()
        let start = store.now
        try clock.resume()
        time.pass(4_000)
        try await clock.catchUp {
            _ = clock.state.withLock { $0.cancel {} }
        }
        #expect(store.now == start.addingTimeInterval(256))
        time.pass(5)
        #expect(clock.now == start.addingTimeInterval(261))
        #expect(clock.isRunning)
        #expect(try self.clock().now == clock.now, "the file knows it")
    }

    @Test("One request makes so many events at most, and says what to do")
    func limit() async throws {
        let tester = try RouteTester(store: store)
        let before = store.engine
        let tooMany = try await tester.ask(.post, "/control/clock", #"{"step":"year","limit":1000}"#)
        #expect(tooMany.status == 409)
        #expect(tooMany.errorCode == "too-many-events")
        let message = tooMany.json[object: "error"]?[string: "message"] ?? ""
        for advice in ["limit is 1000", "slower time rate", "limit of renewals", "nothing has happened"] {
            #expect(message.contains(advice))
        }
        // A year has fifteen million: more than a request makes unless it is told.
        #expect(try await tester.ask(.post, "/control/clock", #"{"step":"year"}"#).errorCode == "too-many-events")
        #expect(try await tester.ask(.post, "/control/clock", #"{"seconds":9,"limit":0}"#).errorCode == "invalid-value")
        #expect(store.engine == before)
        let answer = try await tester.ask(.post, "/control/clock", #"{"seconds":2000,"limit":1000}"#)
        #expect(answer.status == 200)
        #expect(answer.json["journey"] == nil)
        #expect(try await tester.ask(.delete, "/control/clock/journey").status == 200, "there is none to stop")
    }

    @Test("While a long way is gone the store answers, sells, and stops it when it is told")
    func serving() async throws {
        let server = LocalStoreServer(store: store, realTime: time.realTime)
        let store = store
        try await withRunning(server) { url in
            let client = StoreControlClient(baseURL: url)
            async let outcome = Result<ClockRecord, any Error>.catching {
                try await client.send(.advance(.seconds(8_640_000), limit: 100_000_000))
            }
            var clock = ClockRecord()
            while clock.journey == nil { clock = try await client.send(.clock) }
            #expect(clock.journey?.limit == 100_000_000)
            #expect(clock.journey?.events != nil)
            let again = await #expect(throws: StoreControlError.self) {
                try await client.send(.advance(.seconds(1)))
            }
            #expect(again?.code == "clock-moving")
            let bought = try await client.send(.buy(productID: SampleShop.seeds, account: SampleShop.customer))
            let date = try #require(bought.transaction?.purchaseDate)
            #expect(try #require(clock.now) <= date && date <= store.now)
            let stopped = try await client.send(.stopAdvance)
            #expect(stopped.journey == nil)
            let error = await outcome.failure as? StoreControlError
            #expect(error?.code == "clock-cancelled")
        }
    }

    @Test("A server that shuts down ends a long way at a portion")
    func shutdown() async throws {
        let server = LocalStoreServer(store: store, realTime: time.realTime)
        let start = store.now
        let advance = try await withRunning(server) { url in
            let client = StoreControlClient(baseURL: url)
            let advance = Task { try? await client.send(.advance(.seconds(8_640_000), limit: 100_000_000)) }
            await eventually { server.clock.isTravelling }
            return advance
        }
        _ = await advance.value
        #expect(!server.clock.isTravelling)
        #expect(store.now < start.addingTimeInterval(8_640_000))
        #expect((store.transactions(account: SampleShop.customer).count - 1).isMultiple(of: ClockJourney.portion))
    }

    @Test("Notifications of a long way are all made, in order, and sent while it is gone")
    func notifications() async throws {
        let transport = RecordingTransport()
        let server = LocalStoreServer(
            store: store,
            realTime: time.realTime,
            notificationURL: URL(string: "http://127.0.0.1:9/hook"),
            transport: transport
        )
        try await withRunning(server) { url in
            _ = try await StoreControlClient(baseURL: url).send(.advance(.seconds(600)))
            await server.notifications.deliverPending()
        }
        #expect(server.notifications.hasPublishedAll)
        #expect(transport.posts.count == 300)
        let dates = server.notifications.finished.map(\.date)
        #expect(dates.count == 300 && dates == dates.sorted())
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
