import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The log of notifications")
struct NotificationLogTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("notifications.jsonl")
    }

    private func notification(_ id: String, event: Int? = nil) -> OutgoingNotification {
        OutgoingNotification(
            id: id,
            type: .subscribed,
            subtype: .initialBuy,
            date: Date(timeIntervalSince1970: 1_700_000_000),
            signedPayload: "a.\(id).c",
            eventNumber: event
        )
    }

    @Test("What waited, what was sent and where to is there again")
    func readBack() throws {
        let destination = URL(string: "http://127.0.0.1:9/hook")
        let (log, empty) = try NotificationLog.open(at: url, schedule: .production)
        #expect(empty.outbox.waiting == [])
        try log.destined(destination, lastEvent: 3)
        for number in 1...3 { try log.added(notification(String(number), event: 3 + number)) }
        try log.attempted("1", .success)
        try log.attempted("2", .timedOut)
        // Read twice: as it was written, and as it was written anew when it was opened.
        for _ in 1...2 {
            let (_, content) = try NotificationLog.open(at: url, schedule: .production)
            #expect(content.destination == destination)
            #expect(content.lastEvent == 6)
            #expect(content.outbox.finished.map(\.id) == ["1"])
            #expect(content.outbox.waiting.map(\.id) == ["2", "3"])
            #expect(content.outbox.waiting[0].attempts.map(\.result) == [.timedOut])
            #expect(content.outbox.waiting[0].nextAttempt == Date(timeIntervalSince1970: 1_700_003_600))
            #expect(content.outbox.waiting[1] == notification("3", event: 6))
        }
    }

    @Test("What could not be written is told, and written once that is possible, without half a line")
    func fullDisk() throws {
        // The log is on a full disk, and as long as its folder is not there nothing can take its place.
        let place = folder.file("later").appendingPathComponent("notifications.jsonl")
        let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        let delivery = NotificationDelivery(
            NotificationLog.Content(outbox: NotificationOutbox(schedule: .production)),
            log: NotificationLog(url: place, writingTo: full),
            backlog: NotificationBacklog { _, _ in [] },
            transport: RecordingTransport(),
            now: { .distantPast },
            eventCount: { 4 },
            sleep: RealTime.system.sleep
        )
        #expect(delivery.tryWritingAgain() == nil, "nothing has failed yet")
        delivery.destination = URL(string: "http://127.0.0.1:9/hook")
        delivery.add(notification("1", event: 5))
        #expect(delivery.waitingCount == 1)
        #expect(!delivery.hasPublishedAll, "the store must not forget the events")
        #expect(throws: StoreError(.snapshotFailed, "")) { try delivery.settle(upTo: 4) }
        let failure = #expect(throws: StoreServerError.self) { try delivery.check() }
        #expect(failure?.code == .fileUnusable)
        #expect(delivery.tryWritingAgain()?.code == .fileUnusable)
        try FileManager.default.createDirectory(at: folder.file("later"), withIntermediateDirectories: true)
        #expect(delivery.tryWritingAgain() == nil)
        try delivery.check()
        try delivery.settle(upTo: 4)
        delivery.add(notification("2", event: 6))
        let (_, content) = try NotificationLog.open(at: place, schedule: .production)
        #expect(content.destination == URL(string: "http://127.0.0.1:9/hook"))
        #expect(content.outbox.waiting.map(\.id) == ["1", "2"])
        #expect(content.lastEvent == 6)
    }

    @Test("What was read before counts only as long as the file is as it was", arguments: [false, true])
    func known(isChanged: Bool) throws {
        let (log, _) = try NotificationLog.open(at: url, schedule: .production)
        try log.added(notification("1", event: 1))
        var known = try NotificationLog.content(at: url, schedule: .production)
        // A mark by which it is recognised.
        known.lastEvent = 77
        if isChanged { try log.added(notification("2", event: 2)) }
        let (_, content) = try NotificationLog.open(at: url, schedule: .production, known: known)
        #expect(content.lastEvent == (isChanged ? 2 : 77))
        #expect(content.outbox.waiting.map(\.id) == (isChanged ? ["1", "2"] : ["1"]))
    }

    @Test("A line that was torn by a kill is dropped, wherever it was torn")
    func torn() throws {
        let (log, _) = try NotificationLog.open(at: url, schedule: .production)
        try log.added(notification("1", event: 1))
        let whole = try Data(contentsOf: url)
        try log.added(notification("2", event: 2))
        let all = try Data(contentsOf: url)
        for end in stride(from: whole.count, to: all.count, by: 7) {
            try all.prefix(end).write(to: url)
            let content = try NotificationLog.content(at: url, schedule: .production)
            #expect(content.outbox.waiting.map(\.id) == ["1"])
            #expect(content.lastEvent == 1)
        }
    }

    @Test(
        "A line that is something else is an error that names it, and the file stays as it is",
        arguments: ["{", "[]", "{}", "{\"add\":{}}", "{\"attempt\":{}}", "{\"lastEvent\":\"x\"}", "\u{FFFD}"]
    )
    func damaged(line: String) throws {
        let (log, _) = try NotificationLog.open(at: url, schedule: .production)
        try log.added(notification("1"))
        let damaged = try Data(contentsOf: url) + Data("\(line)\n".utf8)
        try damaged.write(to: url)
        let error = #expect(throws: StoreServerError.self) {
            try NotificationLog.open(at: url, schedule: .production)
        }
        #expect(error?.code == .fileDamaged)
        #expect(error?.reason.hasPrefix("line 3 of ") == true)
        #expect(try Data(contentsOf: url) == damaged)
    }

    @Test(
        "An address that nothing can be sent to is none, and keeps no store from being opened",
        arguments: [("http://127.0.0.1:99999/", HTTPAddressError.Code.port), ("file:///x", .scheme), ("", .malformed)]
    )
    func refusedDestination(text: String, code: HTTPAddressError.Code) throws {
        let (log, _) = try NotificationLog.open(at: url, schedule: .production)
        try log.added(notification("1", event: 1))
        let line: JSONValue = ["destination": .string(text), "lastEvent": 1]
        try (Data(contentsOf: url) + Data((line.serialized() + "\n").utf8)).write(to: url)
        let (reopened, content) = try NotificationLog.open(at: url, schedule: .production)
        #expect(content.destination == nil)
        #expect(content.refusedDestination?.code == code)
        #expect(content.outbox.waiting.map(\.id) == ["1"])
        let good = URL(string: "http://127.0.0.1:9/hook")
        try reopened.destined(good, lastEvent: 1)
        let later = try NotificationLog.content(at: url, schedule: .production)
        #expect(later.destination == good)
        #expect(later.refusedDestination == nil)
    }

    @Test("What it tells of events that the store does not have any more is forgotten; the rest stays as it was")
    func cut() throws {
        let destination = URL(string: "http://127.0.0.1:9/hook")
        let (log, _) = try NotificationLog.open(at: url, schedule: .production)
        for number in 1...4 { try log.added(notification(String(number), event: number)) }
        try log.added(notification("test"))
        for id in ["1", "2", "4"] { try log.attempted(id, .timedOut) }
        try log.attempted("3", .success)
        try log.destined(destination, lastEvent: 9)
        let (reopened, content) = try NotificationLog.open(at: url, schedule: .production, eventCount: 2)
        #expect(content.forgottenCount == 2)
        #expect(content.lastEvent == 2)
        #expect(content.destination == destination)
        #expect(content.outbox.finished == [])
        #expect(content.outbox.waiting.map(\.id) == ["1", "2", "test"])
        #expect(content.outbox.waiting.map(\.attempts.count) == [1, 1, 0])
        #expect(content.outbox.waiting[0].nextAttempt == Date(timeIntervalSince1970: 1_700_003_600))
        // Another event gets the number of one that was cut off.
        try reopened.added(notification("3", event: 3))
        let (_, later) = try NotificationLog.open(at: url, schedule: .production, eventCount: 3)
        #expect(later.forgottenCount == 0)
        #expect(later.lastEvent == 3)
        #expect(later.outbox.waiting.map(\.id) == ["1", "2", "test", "3"])
    }

    @Test("A log that cannot be begun leaves nothing beside it")
    func draft() throws {
        // A folder that has something in it makes no room for a file.
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("inside"),
            withIntermediateDirectories: true
        )
        var known = NotificationLog.Content(outbox: NotificationOutbox(schedule: .production))
        (known.stamp, known.isTorn) = (NotificationLog.Stamp(url), true)
        let error = #expect(throws: StoreServerError.self) {
            try NotificationLog.open(at: url, schedule: .production, known: known)
        }
        #expect(error?.code == .fileUnusable)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["notifications.jsonl"])
    }

    @Test("Nobody else may read it")
    func permissions() throws {
        _ = try NotificationLog.open(at: url, schedule: .production)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
