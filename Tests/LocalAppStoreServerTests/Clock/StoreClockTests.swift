import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The clock of a store")
struct StoreClockTests {
    private let time = TestTime()
    private let folder: TemporaryFolder
    private let store: LocalAppStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SampleShop.open()
    }

    private func clock(_ store: LocalAppStore) throws -> StoreClock {
        try StoreClock(store: store, realTime: time.realTime, file: folder.file("clock.json"))
    }

    @Test("A clock that stands moves by command only")
    func standing() throws {
        let clock = try clock(store)
        let start = store.now
        time.pass(1_000)
        try clock.catchUp()
        #expect(clock.now == start)
        #expect(!clock.isRunning)
        try clock.advance(by: 60)
        #expect(clock.now == start.addingTimeInterval(60))
    }

    @Test("A clock that runs follows real time from the store's own time on")
    func running() throws {
        let clock = try clock(store)
        let start = store.now
        try clock.resume()
        time.pass(90)
        #expect(clock.now == start.addingTimeInterval(90))
        #expect(store.now == start)
        try clock.catchUp()
        #expect(store.now == start.addingTimeInterval(90))
    }

    @Test("A restored snapshot brings its time with it, and a clock that runs goes on from there")
    func restoring() throws {
        let snapshot = try store.snapshot()
        let start = store.now
        let clock = try clock(store)
        try clock.resume()
        try clock.advance(by: 86_400)
        time.pass(60)
        try clock.restore(snapshot: snapshot)
        #expect(clock.now == start)
        time.pass(90)
        try clock.catchUp()
        #expect(store.now == start.addingTimeInterval(90))
        #expect(try self.clock(store).now == clock.now, "the file knows it too")
    }

    @Test("A snapshot that is refused leaves the clock as it is", arguments: [true, false])
    func refused(isRunning: Bool) throws {
        let clock = try clock(store)
        if isRunning { try clock.resume() }
        time.pass(60)
        let before = clock.now
        #expect(throws: StoreError(.snapshotDamaged, "")) { try clock.restore(snapshot: Data("x".utf8)) }
        #expect(clock.now == before)
        #expect(clock.isRunning == isRunning)
        #expect(try self.clock(store).isRunning == isRunning)
    }

    @Test("What falls due happens at its own moment, however late somebody looks")
    func due() throws {
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryFiveMinutes }
        let bought = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let clock = try clock(store)
        try clock.resume()
        time.pass(299)
        #expect(try !clock.catchUpIfDue())
        time.pass(601)
        #expect(try clock.catchUpIfDue())
        let dates = store.transactions(account: SampleShop.customer).map(\.purchaseDate)
        #expect(dates == [0, 300, 600, 900].map { bought.purchaseDate.addingTimeInterval($0) })
    }

    @Test("Moved forward it runs on from there; paused it stands")
    func moved() throws {
        let clock = try clock(store)
        let start = store.now
        try clock.resume()
        try clock.advance(by: 86_400)
        time.pass(5)
        #expect(clock.now == start.addingTimeInterval(86_405))
        try clock.pause()
        time.pass(1_000)
        #expect(clock.now == start.addingTimeInterval(86_405))
        try clock.resume()
        time.pass(2)
        #expect(clock.now == start.addingTimeInterval(86_407))
    }

    @Test("After a restart it is as late as it would have been without one")
    func restarted() throws {
        let first = try clock(store)
        let start = store.now
        try first.resume()
        try first.advance(by: 3_600)
        time.pass(7_200)
        // The same store, as its folder would give it back.
        let second = try clock(store)
        #expect(second.isRunning)
        #expect(second.now == start.addingTimeInterval(10_800))
        try second.pause()
        time.pass(60)
        let third = try clock(store)
        #expect(!third.isRunning)
        #expect(third.now == start.addingTimeInterval(10_800))
    }

    @Test("Time does not run backwards when the machine's clock does, nor when the store was moved behind its back")
    func backwards() throws {
        let clock = try clock(store)
        try clock.resume()
        time.pass(100)
        try clock.catchUp()
        let late = store.now
        time.set(by: -50)
        try clock.catchUp()
        #expect(clock.now >= late)
        try store.advance(by: 1_000)
        try clock.catchUp()
        time.pass(1)
        #expect(clock.now == late.addingTimeInterval(1_001))
    }

    @Test(
        "A machine's clock that is set wrong, and right again, moves the store by what has passed, also over a restart",
        arguments: [-20.0, 20]
    )
    func wrongMachine(days: Double) throws {
        let first = try clock(store)
        let start = store.now
        try first.resume()
        time.set(by: days * 86_400)
        time.pass(60)
        try first.keepUp()
        #expect(first.now == start.addingTimeInterval(60))
        // As whoever drives the clock does.
        #expect(first.tryWritingAgain() == nil)
        let second = try clock(store)
        #expect(second.now == start.addingTimeInterval(60))
        time.set(by: -days * 86_400)
        time.pass(60)
        try second.keepUp()
        #expect(second.now == start.addingTimeInterval(120))
        #expect(store.now == start.addingTimeInterval(120))
        #expect(second.tryWritingAgain() == nil)
        time.pass(60)
        #expect(try clock(store).now == start.addingTimeInterval(180), "the time without a process counts once")
    }

    @Test("A machine's clock that was set back while nothing ran does not hold the store up")
    func setBackMeanwhile() throws {
        let first = try clock(store)
        let start = store.now
        try first.resume()
        time.pass(3_600)
        try first.catchUp()
        time.set(by: -86_400)
        let second = try clock(store)
        #expect(second.now == start.addingTimeInterval(3_600))
        time.pass(60)
        #expect(second.now == start.addingTimeInterval(3_660))
    }

    @Test("Going back is refused, and nothing has changed")
    func refused() throws {
        let clock = try clock(store)
        let before = store.engine
        let error = #expect(throws: StoreError.self) { try clock.advance(by: -1) }
        #expect(error?.code == .clockBackwards)
        #expect(store.engine == before)
    }

    @Test("A damaged file is an error, not a wrong time", arguments: ["", "{", "[]", "{\"isRunning\":1}", "\u{0}"])
    func damaged(content: String) throws {
        try Data(content.utf8).write(to: folder.file("clock.json"))
        let error = #expect(throws: StoreServerError.self) { try clock(store) }
        #expect(error?.code == .fileDamaged)
        #expect(error?.reason.contains("clock.json") == true)
    }

    @Test("Every rate has one name, and names are read back", arguments: TimeRate.named.map(\.name))
    func names(name: String) {
        #expect(TimeRate(name: name)?.name == name)
        #expect(TimeRate.named.filter { $0.name == name }.count == 1)
    }

    @Test("What is no rate has no name", arguments: ["", "manual", "monthly", "Monthly-5m", "13"])
    func noName(name: String) {
        #expect(TimeRate(name: name) == nil)
    }
}
