import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The length of the log of notifications")
struct NotificationLogLengthTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let hook = URL(string: "http://127.0.0.1:9/hook")

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("notifications.jsonl")
    }

    private func notification(_ number: Int, payload: Int = 10_000) -> OutgoingNotification {
        OutgoingNotification(
            id: "notification \(number)",
            type: .didRenew,
            subtype: nil,
            date: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
            signedPayload: "a.\(String(repeating: "b", count: payload)).\(number)",
            eventNumber: number
        )
    }

    private func delivery(
        _ memory: NotificationOutbox.Memory,
        at url: URL,
        schedule: NotificationRetrySchedule = .sandbox
    ) throws -> NotificationDelivery {
        var (log, content) = try NotificationLog.open(at: url, schedule: schedule)
        content.outbox = NotificationOutbox(schedule: schedule, memory: memory)
        return NotificationDelivery(
            content,
            log: log,
            backlog: NotificationBacklog { _, _ in [] },
            transport: RecordingTransport(),
            now: { .distantFuture },
            eventCount: { 0 },
            sleep: RealTime.system.sleep
        )
    }

    private func size(_ url: URL) throws -> Int { try Data(contentsOf: url).count }

    @Test("It stays short while notifications come and go, and tells the same")
    func staysShort() async throws {
        let delivery = try delivery(NotificationOutbox.Memory(finished: 10), at: url)
        delivery.destination = hook
        var longest = 0
        for number in 1...600 {
            delivery.add(notification(number))
            if number.isMultiple(of: 5) { await delivery.deliverPublished() }
            longest = max(longest, try size(url))
        }
        #expect(longest < 1_700_000, "600 notifications have six million bytes")
        let content = try NotificationLog.content(at: url, schedule: .sandbox)
        #expect(content.outbox.finished.suffix(10) == delivery.finished[...])
        #expect(content.outbox.waitingCount == 0)
        #expect(content.destination == hook)
        #expect(content.lastEvent == 600)
    }

    @Test("A kill at any moment of its becoming short loses nothing that waits", arguments: [1, 7, 64])
    func killed(pieces: Int) throws {
        var (log, content) = try NotificationLog.open(at: url, schedule: .production)
        try log.destined(hook, lastEvent: 0)
        for number in 1...40 {
            try log.added(notification(number, payload: 100))
            content.outbox.add(notification(number, payload: 100))
        }
        var (next, moments, isDone) = (41, 0, false)
        while !isDone {
            isDone = log.shorten(to: content.outbox, hook, pieces: pieces, isWanted: true)
            // Meanwhile deliveries go on.
            let id = "notification \(next - 40)"
            try log.attempted(id, .success)
            content.outbox.record(.success, of: id)
            try log.added(notification(next, payload: 100))
            content.outbox.add(notification(next, payload: 100))
            next += 1
            moments += 1
            let copy = folder.file("copy \(moments)")
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            for file in [url, url.appendingPathExtension("new")] where FileManager.default.fileExists(atPath: file.path)
            {
                try FileManager.default.copyItem(at: file, to: copy.appendingPathComponent(file.lastPathComponent))
            }
            let (_, found) = try NotificationLog.open(
                at: copy.appendingPathComponent(url.lastPathComponent),
                schedule: .production
            )
            #expect(found.outbox.waiting == content.outbox.waiting)
            #expect(found.outbox.finished == content.outbox.finished)
            #expect(found.destination == hook)
            #expect(found.lastEvent == next - 1)
        }
        #expect(moments == (40 + pieces - 1) / pieces)
    }

    @Test("Cut off at any byte after it was made short, it has what was complete")
    func torn() throws {
        var (log, content) = try NotificationLog.open(at: url, schedule: .production)
        for number in 1...5 {
            try log.added(notification(number, payload: 50))
            content.outbox.add(notification(number, payload: 50))
        }
        while !log.shorten(to: content.outbox, hook, pieces: 1, isWanted: true) {}
        try log.attempted("notification 1", .timedOut)
        let all = try Data(contentsOf: url)
        for length in 0...all.count {
            let cut = folder.file("cut.jsonl")
            try all.prefix(length).write(to: cut)
            let lines = all.prefix(length).count { $0 == UInt8(ascii: "\n") }
            let (again, found) = try NotificationLog.open(at: cut, schedule: .production)
            #expect(found.outbox.waitingCount == max(0, min(5, lines - 1)), "\(length) bytes")
            try again.added(notification(9, payload: 5))
            let later = try NotificationLog.content(at: cut, schedule: .production)
            #expect(later.outbox.waitingCount == found.outbox.waitingCount + 1)
        }
    }

    @Test("Opening keeps a short log as it is, and makes a long one short")
    func opening() throws {
        let (log, _) = try NotificationLog.open(at: url, schedule: .sandbox)
        for number in 1...3 { try log.added(notification(number)) }
        let before = try Data(contentsOf: url)
        _ = try NotificationLog.open(at: url, schedule: .sandbox)
        #expect(try Data(contentsOf: url) == before)
        for number in 4...2_000 {
            try log.added(notification(number))
            try log.attempted("notification \(number)", .success)
        }
        #expect(try size(url) > 20_000_000)
        let (_, content) = try NotificationLog.open(at: url, schedule: .sandbox)
        #expect(content.outbox.waiting.map(\.id) == (1...3).map { "notification \($0)" })
        #expect(content.outbox.finished.last?.id == "notification 2000")
        #expect(try size(url) < 9_000_000)
    }

    @Test("What was read is not read again, nor written anew")
    func readOnce() throws {
        let count = 100
        let (log, _) = try NotificationLog.open(at: url, schedule: .sandbox)
        for number in 1...count { try log.added(notification(number)) }
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        let known = try NotificationLog.content(at: url, schedule: .sandbox)
        #expect(known.outbox.waitingCount == count)
        // The same length and the same date, and nothing in it that could be read.
        let junk = Data(repeating: UInt8(ascii: "x"), count: try size(url) - 1) + Data("\n".utf8)
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: junk)
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        let (_, content) = try NotificationLog.open(at: url, schedule: .sandbox, known: known)
        #expect(content.outbox.waitingCount == count)
        #expect(try Data(contentsOf: url) == junk)
        #expect(throws: StoreServerError.self) { try NotificationLog.open(at: url, schedule: .sandbox) }
    }

    @Test("Where no short log can be written the long one stays in use")
    func unwritable() throws {
        // The name of the draft is longer than a name may be.
        let url = folder.file(String(repeating: "n", count: 252))
        try Data("{\"destination\":null,\"lastEvent\":0}\n".utf8).write(to: url)
        let (log, content) = try NotificationLog.open(at: url, schedule: .sandbox)
        let isDone = log.shorten(to: content.outbox, hook, isWanted: true)
        #expect(isDone)
        try log.added(notification(1))
        #expect(try NotificationLog.content(at: url, schedule: .sandbox).outbox.waitingCount == 1)
    }

    @Test("A payload is read as JSON would be, however it is spelt", arguments: ["a.b.c", "", "a\\u0041b", "a\\\"b"])
    func spelling(payload: String) throws {
        let line = """
            {"add":{"notificationUUID":"1","notificationType":"DID_RENEW","date":1700000000000,"signedPayload":"\(payload)",\
            "nextAttemptDate":1700000000000}}

            """
        try Data(line.utf8).write(to: url)
        let content = try NotificationLog.content(at: url, schedule: .sandbox)
        let expected = try JSONValue(parsing: Data(line.utf8)).object?[object: "add"]?[string: "signedPayload"]
        #expect(content.outbox.waiting.map(\.signedPayload) == [try #require(expected)])
    }

    @Test("More than a limit of bytes does not wait: the oldest are given up, as after the last retry, and counted")
    func waitingLimit() throws {
        var outbox = NotificationOutbox(
            schedule: .production,
            memory: NotificationOutbox.Memory(waitingBytes: 50_000)
        )
        for number in 1...20 {
            outbox.add(notification(number))
            if number == 3 { outbox.record(.timedOut, of: "notification 2") }
        }
        #expect(outbox.waiting.map(\.id) == (17...20).map { "notification \($0)" })
        #expect(outbox.crowdedOutCount == 16)
        #expect(outbox.finished.map(\.id) == (1...16).map { "notification \($0)" })
        #expect(outbox.finished.allSatisfy { !$0.isDelivered && $0.nextAttempt == nil })
        #expect(outbox.next(at: .distantFuture)?.id == "notification 17")
        let unknown = outbox.record(.success, of: "notification 2")
        #expect(unknown == nil)
        #expect(outbox.byteCount < 300_000)
    }

    @Test("So many bytes of finished notifications are remembered at most")
    func finishedLimit() {
        var outbox = NotificationOutbox(
            schedule: .sandbox,
            memory: NotificationOutbox.Memory(finished: 100, finishedBytes: 50_000)
        )
        for number in 1...50 {
            outbox.add(notification(number))
            outbox.record(.success, of: "notification \(number)")
        }
        #expect(outbox.finished.map(\.id) == (47...50).map { "notification \($0)" })
        #expect(outbox.byteCount < 50_000)
    }

    @Test("Compacting the store makes it short too, and says so")
    func compacting() async throws {
        let time = TestTime()
        let server = try LocalStoreServer.flowerShop(in: folder.file("store"), time: time)
        server.notifications.destination = hook
        try server.store.createAccount(id: "flora")
        try server.store.buy(productID: SampleShop.bouquet, account: "flora")
        try server.store.advance(by: 400 * 86_400)
        await server.notifications.deliverPending()
        let before = try size(folder.file("store/notifications.jsonl"))
        let count = server.notifications.finished.count
        try await server.application.test(.router) { client in
            try await client.execute(uri: "/control/compact", method: .post) { response in
                let answer = try JSONValue(parsing: Data(response.body.readableBytesView)).object ?? [:]
                #expect(answer[integer: "notificationBytesBefore"] == Int64(before))
                let after = try size(folder.file("store/notifications.jsonl"))
                #expect(answer[integer: "notificationBytesAfter"] == Int64(after))
                #expect(after < before)
            }
        }
        let content = try NotificationLog.content(at: folder.file("store/notifications.jsonl"), schedule: .sandbox)
        #expect(content.outbox.finished.count == count)
    }
}
