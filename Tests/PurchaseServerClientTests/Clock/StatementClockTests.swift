import AppStoreModels
import Foundation
import Testing

@testable import PurchaseServerClient

@Suite("What time it is without the server")
struct StatementClockTests {
    private static let served = Date(timeIntervalSince1970: 1_700_000_000)
    private static let device = Date(timeIntervalSince1970: 1_600_000_000)

    private func clock() -> StatementClock {
        StatementClock(serverDate: Self.served, device: Self.device, uptime: 100)
    }

    @Test(
        "Time goes on by the device's clock or by its uptime, whichever says more; never back",
        arguments: [
            (0.0, 100.0, 0.0, false), (60, 160, 60, false), (3_600, 100, 3_600, false), (-200, 160, 60, false),
            (-86_400, 160, 60, true), (-86_400, 86_500, 86_400, true), (3_600, 5, 3_600, false),
        ] as [(TimeInterval, TimeInterval, TimeInterval, Bool)]
    )
    func moments(device: TimeInterval, uptime: TimeInterval, elapsed: TimeInterval, isSetBack: Bool) {
        var clock = clock()
        let moment = clock.read(device: Self.device + device, uptime: uptime)
        #expect(moment == StatementClock.Moment(date: Self.served + elapsed, isSetBack: isSetBack))
    }

    @Test("A clock that was ahead and is put back makes nothing last longer")
    func putBack() {
        var clock = clock()
        #expect(clock.read(device: Self.device + 7_200, uptime: 110).date == Self.served + 7_200)
        let later = clock.read(device: Self.device + 60, uptime: 160)
        #expect(later.date == Self.served + 7_200)
        #expect(later.isSetBack)
        #expect(!clock.read(device: Self.device + 7_200 - 300, uptime: 170).isSetBack)
    }

    @Test("Starts of the device do not set back what had gone by, also across launches")
    func starts() throws {
        var clock = clock()
        // Whoever holds the device's clock where it was at each look has the uptimes against them.
        #expect(clock.read(device: Self.device, uptime: 1_100).date == Self.served + 1_000)
        #expect(clock.read(device: Self.device, uptime: 500).date == Self.served + 1_500)
        let kept = try #require(StatementClock.Progress(clock.progress.json))
        var again = StatementClock(serverDate: Self.served, kept)
        #expect(again.read(device: Self.device, uptime: 40).date == Self.served + 1_540)
        #expect(again.read(device: Self.device, uptime: 100).date == Self.served + 1_600)
    }

    @Test("An uptime that was rounded when it was kept is no start of the device")
    func rounded() throws {
        var clock = StatementClock(serverDate: Self.served, device: Self.device, uptime: 5_000.0006)
        let kept = try #require(StatementClock.Progress(clock.progress.json))
        clock = StatementClock(serverDate: Self.served, kept)
        #expect(clock.read(device: Self.device, uptime: 5_000.0006).date == Self.served)
    }

    @Test("It is kept and read again, without the server's date; what is damaged is none")
    func kept() throws {
        var clock = clock()
        _ = clock.read(device: Self.device + 7_200, uptime: 110)
        let json = clock.progress.json
        #expect(json["serverDate"] == nil)
        var again = StatementClock(serverDate: Self.served, try #require(StatementClock.Progress(json)))
        #expect(again == clock)
        #expect(again.read(device: Self.device, uptime: 5).isSetBack)
        for member in json.keys {
            var damaged = json
            damaged[member] = "soon"
            #expect(StatementClock.Progress(damaged) == nil, "\(member)")
        }
    }

    @Test("The device's own clock of that kind never says less than the one that stands still in sleep")
    func uptime() {
        let awake = ProcessInfo.processInfo.systemUptime
        let first = DeviceUptime.seconds()
        #expect(first >= awake)
        #expect(DeviceUptime.seconds() >= first)
    }

    @Test("It is worth keeping once a minute")
    func steps() {
        let first = clock()
        var clock = first
        _ = clock.read(device: Self.device + 59, uptime: 159)
        #expect(!clock.isLater(than: first))
        _ = clock.read(device: Self.device + 60, uptime: 160)
        #expect(clock.isLater(than: first))
    }
}
