import AsyncHTTPClient
import Foundation
import LocalAppStore
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The stream of events", .timeLimit(.minutes(15)))
struct EventStreamTests {
    /// Real time that never passes.
    private let standing = TestTime(TestAuthority.signingDate).realTime

    @Test("tells where the store is at once, then of every change, and ends when the server does")
    func changes() async throws {
        let store = try SampleShop.open()
        let server = LocalStoreServer(store: store, realTime: standing)
        let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let url = try await server.baseURL.appendingPathComponent("control/stream").absoluteString
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(600))
            #expect(response.headers.first(name: "content-type") == "text/event-stream")
            var chunks = response.body.makeAsyncIterator()
            let first = store.eventCount
            let atOnce = text(try await chunks.next())
            #expect(atOnce == "id: \(first)\nevent: change\ndata: {\"sequence\":\(first)}\n\n")
            try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            let change = text(try await chunks.next())
            #expect(change.hasPrefix("id: \(first + 1)\nevent: change\n"))
            await group.triggerGracefulShutdown()
            let rest = try await chunks.next()
            #expect(rest == nil)
            try await tasks.waitForAll()
        }
    }

    @Test("is kept alive by a comment when nothing happens")
    func heartbeat() async throws {
        let (time, looks) = steppedTime()
        let stream = EventStream(clock: StoreClock(standing: try SampleShop.open(), realTime: time), realTime: time)
        var moments = stream.moments().makeAsyncIterator()
        let atOnce = await moments.next(isolation: nil)
        for _ in 0..<EventStream.looksPerHeartbeat { looks.yield() }
        let afterSilence = await moments.next(isolation: nil)
        let quiet = EventStream.Moment(sequence: 1, clockIsRunning: false)
        #expect([atOnce, afterSilence] == [quiet, quiet])
        #expect(stream.text(quiet, isNew: false) == ": \n\n")
    }

    @Test("tells that the clock was paused or resumed, which is no event of the store")
    func clock() async throws {
        let (time, looks) = steppedTime()
        let clock = StoreClock(standing: try SampleShop.open(), realTime: time)
        var moments = EventStream(clock: clock, realTime: time).moments().makeAsyncIterator()
        _ = await moments.next(isolation: nil)
        try clock.resume()
        looks.yield()
        let resumed = await moments.next(isolation: nil)
        #expect(resumed == EventStream.Moment(sequence: 1, clockIsRunning: true))
        try clock.pause()
        looks.yield()
        let paused = await moments.next(isolation: nil)
        #expect(paused == EventStream.Moment(sequence: 1, clockIsRunning: false))
    }

    /// Time that stands, and whose every wait ends when it is told to.
    private func steppedTime() -> (RealTime, AsyncStream<Void>.Continuation) {
        let (steps, gate) = AsyncStream.makeStream(of: Void.self)
        let time = RealTime(
            now: { TestAuthority.signingDate },
            sleep: { _ in
                for await _ in steps { return }
                throw CancellationError()
            }
        )
        return (time, gate)
    }

    private func text(_ buffer: ByteBuffer?) -> String { buffer.map { String(buffer: $0) } ?? "the stream has ended" }
}
