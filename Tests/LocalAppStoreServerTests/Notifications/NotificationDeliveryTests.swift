import AppStoreModels
import Foundation
import Locking
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

    @Test("A cancelled task finishes the attempt under way and leaves the others due")
    func cancellation() async {
        let transport = RecordingTransport { withUnsafeCurrentTask { $0?.cancel() } }
        let delivery = delivery(transport)
        delivery.add(notification("1"))
        delivery.add(notification("2"))
        let sent = await Task { await delivery.deliverPending() }.value
        #expect(sent.map(\.id) == ["1"])
        #expect(delivery.waiting.map(\.id) == ["2"])
    }
}
