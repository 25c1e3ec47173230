import AppStoreModels
import Foundation
import Locking
import ServiceLifecycleTestKit
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Delivery of notifications", .timeLimit(.minutes(15)))
struct NotificationDeliveryTests {
    private let clock = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    private let url = URL(fileURLWithPath: "/hook")

    private func delivery(
        _ transport: RecordingTransport,
        schedule: NotificationRetrySchedule = .production
    ) -> NotificationDelivery {
        let delivery = NotificationDelivery(schedule: schedule, transport: transport) { [clock] in clock.withLock { $0 }
        }
        delivery.destination = url
        return delivery
    }

    private func notification(_ id: String) -> OutgoingNotification {
        OutgoingNotification(
            id: id,
            type: .subscribed,
            subtype: .initialBuy,
            date: clock.withLock { $0 },
            signedPayload: "a.\(id).c"
        )
    }

    @Test("What is due is posted in order, as the App Store writes it")
    func posts() async {
        let transport = RecordingTransport()
        let delivery = delivery(transport)
        delivery.add(notification("1"))
        delivery.add(notification("2"))
        let sent = await delivery.deliverPending()
        #expect(sent.map(\.id) == ["1", "2"])
        #expect(sent.allSatisfy { $0.isDelivered })
        #expect(
            transport.posts.map { String(decoding: $0.body, as: UTF8.self) }
                == [#"{"signedPayload":"a.1.c"}"#, #"{"signedPayload":"a.2.c"}"#]
        )
        #expect(transport.posts.allSatisfy { $0.url == url })
        #expect(await delivery.deliverPending() == [])
        #expect(delivery.waiting == [])
        #expect(delivery.finished.map(\.id) == ["1", "2"])
    }

    @Test("A retry carries the same bytes, when the store's clock has reached its time")
    func retries() async {
        let transport = RecordingTransport([.unsuccessfulStatus])
        let delivery = delivery(transport)
        delivery.add(notification("1"))
        #expect(await delivery.deliverPending().map(\.isDelivered) == [false])
        clock.withLock { $0 += 3_599 }
        #expect(await delivery.deliverPending() == [])
        clock.withLock { $0 += 1 }
        #expect(await delivery.deliverPending().map(\.isDelivered) == [true])
        #expect(transport.posts.count == 2)
        #expect(transport.posts[0].body == transport.posts[1].body)
    }

    @Test("A clock that jumps makes all retries that fell due, and gives up after the last")
    func jump() async {
        let transport = RecordingTransport([NotificationSendResult](repeating: .timedOut, count: 6))
        let delivery = delivery(transport)
        delivery.add(notification("1"))
        clock.withLock { $0 += 30 * 86_400 }
        #expect(await delivery.deliverPending().count == 6)
        #expect(delivery.waiting == [])
        #expect(delivery.finished.first?.attempts.count == 6)
    }

    @Test("Without a destination nothing is sent and nothing is lost")
    func noDestination() async {
        let transport = RecordingTransport()
        let delivery = delivery(transport)
        delivery.destination = nil
        delivery.add(notification("1"))
        #expect(await delivery.deliverPending() == [])
        delivery.destination = url
        #expect(await delivery.deliverPending().map(\.id) == ["1"])
    }

    @Test("Two callers at once send each notification once")
    func concurrentCallers() async {
        let transport = RecordingTransport { await Task.yield() }
        let delivery = delivery(transport)
        for number in 1...50 { delivery.add(notification(String(number))) }
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 1...8 { group.addTask { await delivery.deliverPending().count } }
            return await group.reduce(0, +)
        }
        #expect(counts == 50)
        #expect(
            transport.posts.map { String(decoding: $0.body, as: UTF8.self) }
                == (1...50).map { "{\"signedPayload\":\"a.\($0).c\"}" }
        )
    }

    /// Starts a delivery, and cancels it when its transport asks for that.
    private func deliverUntilCancelled(
        _ ending: @escaping @Sendable () async throws(CancellationError) -> Void
    ) async -> (NotificationDelivery, RecordingTransport, [OutgoingNotification]) {
        let delivering = Locked<Task<[OutgoingNotification], Never>?>(nil)
        let transport = RecordingTransport { () async throws(CancellationError) in
            delivering.withLock { $0 }?.cancel()
            try await ending()
        }
        let delivery = delivery(transport, schedule: .sandbox)
        delivery.add(notification("1"))
        delivery.add(notification("2"))
        let (start, starter) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in start {}
            return await delivery.deliverPending()
        }
        delivering.withLock { $0 = task }
        starter.finish()
        return (delivery, transport, await task.value)
    }

    @Test("A cancelled task takes the result that comes nevertheless, and leaves the others due")
    func cancellation() async {
        let (delivery, transport, sent) = await deliverUntilCancelled {}
        #expect(sent.map(\.id) == ["1"])
        #expect(delivery.waiting.map(\.id) == ["2"])
        #expect(transport.posts.count == 1)
    }

    @Test("An attempt that was given up does not count: in the sandbox, too, the notification is sent later")
    func givenUp() async {
        let (delivery, _, sent) = await deliverUntilCancelled { () async throws(CancellationError) in
            throw CancellationError()
        }
        #expect(sent == [])
        #expect(delivery.waiting == [notification("1"), notification("2")])
        #expect(delivery.isDue)
    }

    @Test("A slow receiver of one notification holds up no other, and what comes meanwhile is sent as well")
    func slowReceiver() async {
        let (patience, end) = AsyncStream<Void>.makeStream()
        let transport = SelectiveTransport(slow: ["1"], until: patience)
        let delivery = NotificationDelivery(transport, at: url) { [clock] in clock.withLock { $0 } }
        for number in 1...3 { delivery.add(notification(String(number))) }
        async let sent = delivery.deliverPending()
        await transport.answers(2)
        delivery.add(notification("4"))
        await transport.answers(1)
        #expect(!delivery.finished.contains { $0.id == "1" })
        #expect(delivery.waiting.contains { $0.id == "1" })
        end.finish()
        #expect(await sent.map(\.id).last == "1")
        #expect(transport.begun.first == "1")
        #expect(transport.begun.count == 4)
        #expect(delivery.waiting == [])
    }

    @Test("However many are slow, only some are under way at once")
    func limit() async {
        let (patience, end) = AsyncStream<Void>.makeStream()
        let names = (1...20).map(String.init)
        let transport = SelectiveTransport(slow: Set(names), until: patience)
        let delivery = NotificationDelivery(transport, at: url) { [clock] in clock.withLock { $0 } }
        for name in names { delivery.add(notification(name)) }
        async let sent = delivery.deliverPending()
        await eventually { transport.begun.count >= AttemptPace.limit }
        for _ in 1...1_000 { await Task.yield() }
        #expect(transport.begun.count == AttemptPace.limit)
        end.finish()
        #expect(await sent.count == 20)
        #expect(transport.begun.sorted() == names.sorted())
    }

    @Test("A silent receiver of one version holds up nothing of the other")
    func silentReceiver() async {
        let (patience, end) = AsyncStream<Void>.makeStream()
        let names = (1...20).map(String.init)
        let transport = SelectiveTransport(slow: Set(names), until: patience)
        let other = URL(fileURLWithPath: "/old")
        let delivery = NotificationDelivery(transport, at: url, versionOne: other) { [clock] in clock.withLock { $0 } }
        for name in names {
            delivery.add(notification(name))
            var old = notification("old \(name)")
            // The transport reads in it whose it is, as in a payload.
            old.content = ["text": .string("a.old \(name).c")]
            delivery.add(old)
        }
        async let sent = delivery.deliverPending()
        await eventually { delivery.finished.count == 20 }
        #expect(Set(delivery.finished.map(\.id)) == Set(names.map { "old \($0)" }))
        let silent = transport.begun.filter { names.contains($0) }
        #expect(silent.count <= AttemptPace.limit)
        end.finish()
        #expect(await sent.count == 40)
        #expect(delivery.waiting == [])
    }

    @Test("A server that shuts down waits for no receiver, and what was under way stays due")
    func shutdown() async {
        let (patience, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        let transport = SelectiveTransport(slow: ["1"], until: patience)
        let delivery = NotificationDelivery(transport, at: url) { [clock] in clock.withLock { $0 } }
        delivery.add(notification("1"))
        await testGracefulShutdown { trigger in
            async let sent = delivery.deliverPending()
            await eventually { !transport.begun.isEmpty }
            trigger.triggerGracefulShutdown()
            #expect(await sent == [])
        }
        #expect(delivery.waiting == [notification("1")])
    }
}

extension NotificationDelivery {
    /// A delivery for which time passes as soon as somebody waits.
    fileprivate convenience init(
        _ transport: any HTTPTransport,
        at url: URL,
        versionOne: URL? = nil,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(
            NotificationLog.Content(
                outbox: NotificationOutbox(schedule: .sandbox),
                destination: url,
                versionOneDestination: versionOne
            ),
            log: nil,
            backlog: NotificationBacklog { _, _ in [] },
            transport: transport,
            now: now,
            eventCount: { 0 },
            sleep: { _ in
                await Task.yield()
                try Task.checkCancellation()
            }
        )
    }
}

/// A transport on which some bodies take long.
private final class SelectiveTransport: HTTPTransport {
    private let slow: Set<String>
    private let patience: AsyncStream<Void>
    private let ids = Locked<[String]>([])
    private let (answered, answer) = AsyncStream<Void>.makeStream()

    init(slow: Set<String>, until patience: AsyncStream<Void>) {
        (self.slow, self.patience) = (slow, patience)
    }

    /// What was begun, in order.
    var begun: [String] { ids.withLock { $0 } }

    /// Returns when so many more were answered.
    func answers(_ count: Int) async {
        var left = count
        for await _ in answered {
            left -= 1
            if left == 0 { return }
        }
    }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let id = String(decoding: request.body, as: UTF8.self).split(separator: ".")[1]
        ids.withLock { $0.append(String(id)) }
        if slow.contains(String(id)) { for await _ in patience {} }
        guard !Task.isCancelled else { throw CancellationError() }
        answer.yield()
        return HTTPTransportResponse(status: 200, body: Data())
    }
}
