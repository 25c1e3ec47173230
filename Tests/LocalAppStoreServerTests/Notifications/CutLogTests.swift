import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications of events that were cut off from the store's log")
struct CutLogTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.file("store") }
    private var notificationLog: URL { data.appendingPathComponent("notifications.jsonl") }

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> LocalStoreServer { try .flowerShop(in: data, time: TestTime()) }

    /// A store with two subscribers, in whose log the last line, the purchase of the second one, is damaged.
    ///
    /// - Returns: The notifications of both purchases.
    private func damage() throws -> [OutgoingNotification] {
        var made: [OutgoingNotification] = []
        do {
            let server = try open()
            server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
            for name in ["flora", "fern"] {
                try server.store.createAccount(id: name)
                try server.store.buy(productID: SampleShop.posy, account: name)
            }
            made = server.notifications.waiting
        }
        try #require(made.count == 2)
        let events = data.appendingPathComponent("events.jsonl")
        var log = try Data(contentsOf: events)
        log[log.count - 30] ^= 1
        try log.write(to: events)
        return made
    }

    /// The purchase that gets the number of the one that was cut off is told of, also if a kill comes before that is written
    /// down.
    private func expectNewsOfTheSameNumber(as before: [OutgoingNotification]) async throws {
        var kept = Data()
        do {
            let server = try open()
            #expect(server.notifications.waiting.map(\.id) == [before[0].id])
            kept = try Data(contentsOf: notificationLog)
            try server.store.buy(productID: SampleShop.bouquet, account: "fern")
            #expect(server.notifications.waiting.map(\.id) == before.map(\.id), "the numbers are given out again")
            #expect(server.notifications.waiting.last?.signedPayload != before[1].signedPayload)
        }
        try kept.write(to: notificationLog)
        let server = try open()
        await server.notifications.publishAll()
        #expect(server.notifications.waiting.map(\.id) == before.map(\.id))
        #expect(server.notifications.waiting.last?.signedPayload != before[1].signedPayload)
    }

    @Test("go with these when the folder is repaired, which is told before; all of them are kept beside")
    func repaired() async throws {
        let before = try damage()
        let whole = try Data(contentsOf: notificationLog)
        do {
            let repair = try StoreFolderRepair(folder: data)
            let found = try repair.allDamage()
            #expect(found.map(\.file) == ["events.jsonl", "notifications.jsonl"])
            #expect(found.map(\.remedy) == [.cut, .cut])
            #expect(
                found.last?.reason == "notifications of events that would be lost, which would be lost with them: 1"
            )
            #expect(try Data(contentsOf: notificationLog) == whole, "looking changes nothing")
            var kept: [URL] = []
            for damage in found { kept.append(try repair.mend(damage)) }
            #expect(kept.map(\.lastPathComponent) == ["events.jsonl.damaged-1", "notifications.jsonl.damaged-1"])
            let copy = try #require(kept.last)
            #expect(try Data(contentsOf: copy) == whole)
            #expect(try repair.allDamage() == [])
        }
        try await expectNewsOfTheSameNumber(as: before)
    }

    @Test("are forgotten when the folder is opened, if only the log of events was cut")
    func cutAlone() async throws {
        let before = try damage()
        do {
            let repair = try StoreFolderRepair(folder: data)
            _ = try repair.cut(try #require(try repair.damage()))
        }
        try await expectNewsOfTheSameNumber(as: before)
    }

    @Test("are no matter of a repair that cuts nothing")
    func otherDamage() throws {
        let before = try damage()
        let repair = try StoreFolderRepair(folder: data)
        _ = try repair.cut(try #require(try repair.damage()))
        try Data("{".utf8).write(to: data.appendingPathComponent("clock.json"))
        #expect(try repair.allDamage().map(\.file) == ["clock.json"])
        let content = try NotificationLog.content(at: notificationLog, schedule: .sandbox)
        #expect(content.outbox.waiting.map(\.id) == before.map(\.id))
    }
}
