import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Locking
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The stream of the console", .timeLimit(.minutes(10)))
struct ActivityStreamTests {
    /// Collects what is written.
    private struct Page: ResponseBodyWriter {
        let texts: Locked<[String]>

        mutating func write(_ buffer: ByteBuffer) async throws {
            texts.withLock { $0.append(String(buffer: buffer)) }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
            texts.withLock { $0.append("end") }
        }
    }

    /// A stream whose waits end when a test says so.
    private struct Stage: Sendable {
        let writes = WakeUp()
        let bell = WakeUp()
        let seats = StreamSeats(most: 2)
        let uptime = Locked<TimeInterval>(0)
        let isAllowed = Locked(true)
        let texts = Locked<[String]>([])
        /// Rings when a silence is over; nobody waits for pauses.
        let quiet = WakeUp()
        /// How many silences have been waited for.
        let heard = Locked<UInt64>(0)

        var stream: ActivityStream {
            ActivityStream(
                writes: writes,
                bell: bell,
                seats: seats,
                uptime: { [uptime] in uptime.withLock { $0 } },
                sleep: { [quiet, heard] seconds in
                    guard seconds == ActivityStream.silence else { return }
                    await quiet.wait(after: heard.withLock { $0 })
                    try Task.checkCancellation()
                    heard.withLock { $0 = quiet.count }
                }
            )
        }

        /// Follows until the stream ends.
        func follow() async throws {
            let response = try stream.response { isAllowed.withLock { $0 } }
            try await response.body.write(Page(texts: texts))
        }

        func waitFor(_ count: Int) async {
            await eventually { texts.withLock { $0.count } >= count }
        }
    }

    private static func change(_ number: Int) -> String { "id: \(number)\nevent: change\ndata: {}\n\n" }

    @Test("tells that it stands, then each change, and a comment after a silence; and ends with the session")
    func changes() async throws {
        let stage = Stage()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stage.follow() }
            await stage.waitFor(1)
            stage.writes.ring()
            await stage.waitFor(2)
            stage.bell.ring()
            await stage.waitFor(3)
            stage.quiet.ring()
            await stage.waitFor(4)
            stage.isAllowed.withLock { $0 = false }
            stage.writes.ring()
            await stage.waitFor(6)
            try await group.waitForAll()
        }
        #expect(stage.texts.withLock { $0 } == [0, 1, 2].map(Self.change) + [": \n\n", Self.change(3), "end"])
        #expect(stage.seats.count == 0)
    }

    @Test("ends after an hour, so that whoever follows shows again who they are")
    func hour() async throws {
        let stage = Stage()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stage.follow() }
            await stage.waitFor(1)
            stage.uptime.withLock { $0 = ActivityStream.longest }
            stage.writes.ring()
            try await group.waitForAll()
        }
        #expect(stage.texts.withLock { $0 } == [Self.change(0), Self.change(1), "end"])
    }

    @Test("has seats for so many, which are free again when a page goes, heard or not")
    func seats() throws {
        let stage = Stage()
        var held: [Response] = []
        for _ in 0..<2 { held.append(try stage.stream.response { true }) }
        let error = #expect(throws: APIError.self) { _ = try stage.stream.response { true } }
        #expect(error?.code == "too-many-streams")
        #expect(error?.retryAfter == 30)
        held.removeLast()
        #expect(stage.seats.count == 1)
        _ = try stage.stream.response { true }
        withExtendedLifetime(held) {}
    }

    @Test("Nobody follows without a key or a session, and readers do")
    func access() async throws {
        var world = try ConsoleVisit.world()
        let now = Locked<TimeInterval>(0)
        // Over as soon as it begins.
        world.configuration.uptime = {
            now.withLock { now in
                defer { now += 10_000 }; return now
            }
        }
        try await world.test { client, _ in
            #expect(try await client.execute(uri: "/v1/activity/stream", method: .get) { $0.status } == .unauthorized)
            let reader = try await ConsoleVisit.logIn(client, ConsoleVisit.reader)
            try await client.execute(uri: "/v1/activity/stream", method: .get, headers: reader) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
                #expect(String(buffer: response.body) == Self.change(0))
            }
        }
    }
}
