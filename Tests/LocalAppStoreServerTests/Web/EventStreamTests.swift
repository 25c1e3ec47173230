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

@Suite("The stream of events")
struct EventStreamTests {
    /// Real time that never passes.
    private let standing = RealTime(
        now: { TestAuthority.signingDate },
        sleep: { _ in try await Task.sleep(for: .seconds(86_400)) }
    )

    @Test("tells where the store is at once, then of every change, and ends when the server does")
    func changes() async throws {
        let store = try SampleShop.open()
        let server = LocalStoreServer(store: store, realTime: standing)
        let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let url = try await server.baseURL.appendingPathComponent("control/stream").absoluteString
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
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
        let (silences, gate) = AsyncStream.makeStream(of: Void.self)
        let realTime = RealTime(
            now: { TestAuthority.signingDate },
            sleep: { _ in
                for await _ in silences { return }
                throw CancellationError()
            }
        )
        let stream = EventStream(store: try SampleShop.open(), realTime: realTime)
        var sequences = stream.sequences().makeAsyncIterator()
        let atOnce = await sequences.next(isolation: nil)
        gate.yield()
        let afterSilence = await sequences.next(isolation: nil)
        #expect([atOnce, afterSilence] == [1, 1])
        #expect(stream.text(1, isNew: false) == ": \n\n")
    }

    private func text(_ buffer: ByteBuffer?) -> String { buffer.map { String(buffer: $0) } ?? "the stream has ended" }
}
