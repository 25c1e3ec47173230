import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("The outbox of notifications")
struct NotificationOutboxTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func notification(_ id: String, after seconds: TimeInterval = 0) -> OutgoingNotification {
        OutgoingNotification(
            id: id,
            type: .didRenew,
            subtype: nil,
            date: start.addingTimeInterval(seconds),
            signedPayload: "a.\(id).c"
        )
    }

    @Test("Notifications are due in the order of their dates, then of their arrival")
    func order() {
        var outbox = NotificationOutbox(schedule: .sandbox)
        for item in [notification("1"), notification("3", after: 10), notification("2"), notification("4", after: 99)] {
            outbox.add(item)
        }
        var sent: [String] = []
        while let next = outbox.next(at: start.addingTimeInterval(10)) {
            sent.append(next.id)
            outbox.record(.success, of: next.id)
        }
        #expect(sent == ["1", "2", "3"])
        #expect(outbox.waiting.map(\.id) == ["4"])
        #expect(outbox.finished.map(\.id) == ["1", "2", "3"])
    }

    @Test("In production a failed notification is tried 1, 12, 24, 48 and 72 hours later, then given up")
    func productionSchedule() throws {
        var outbox = NotificationOutbox(schedule: .production)
        outbox.add(notification("1"))
        var hours: [Double] = []
        var payloads: Set<String> = []
        while let next = outbox.next(at: .distantFuture) {
            payloads.insert(next.id + next.signedPayload)
            let recorded = outbox.record(.unsuccessfulStatus, of: next.id)
            let after = try #require(recorded)
            hours.append(try #require(after.attempts.last).date.timeIntervalSince(start) / 3_600)
        }
        #expect(hours == [0, 1, 13, 37, 85, 157])
        #expect(payloads.count == 1)
        #expect(outbox.waiting.isEmpty)
        #expect(outbox.finished.first?.attempts.count == 6)
        #expect(outbox.finished.first?.isDelivered == false)
    }

    @Test("A retry is not made before its time")
    func notBeforeTime() {
        var outbox = NotificationOutbox(schedule: .production)
        outbox.add(notification("1"))
        outbox.record(.timedOut, of: "1")
        #expect(outbox.next(at: start.addingTimeInterval(3_599)) == nil)
        #expect(outbox.next(at: start.addingTimeInterval(3_600))?.id == "1")
        outbox.record(.success, of: "1")
        #expect(outbox.finished.first?.isDelivered == true)
        #expect(outbox.finished.first?.attempts.map(\.result) == [.timedOut, .success])
    }

    @Test("An attempt under way comes up no more, until it is recorded or taken back")
    func underWay() {
        var outbox = NotificationOutbox(schedule: .sandbox)
        for name in ["1", "2", "3"] { outbox.add(notification(name)) }
        #expect(outbox.begin(at: start)?.id == "1")
        #expect(outbox.begin(at: start)?.id == "2")
        #expect(outbox.next(at: start)?.id == "3")
        #expect(outbox.waiting.map(\.id) == ["1", "2", "3"])
        outbox.takeBack("1")
        // Nothing is under way for these.
        outbox.takeBack("1")
        outbox.takeBack("3")
        outbox.record(.success, of: "2")
        #expect(outbox.begin(at: start)?.id == "1")
        #expect(outbox.begin(at: start)?.id == "3")
        #expect(outbox.begin(at: start) == nil)
        #expect(outbox.finished.map(\.id) == ["2"])
    }

    @Test("In the sandbox a failed notification is given up at once")
    func sandboxSchedule() {
        var outbox = NotificationOutbox(schedule: .sandbox)
        outbox.add(notification("1"))
        outbox.record(.noResponse, of: "1")
        #expect(outbox.next(at: .distantFuture) == nil)
        #expect(outbox.finished.map(\.isDelivered) == [false])
    }

    @Test("A failure does not hold up what comes after it")
    func failureDoesNotBlock() {
        var outbox = NotificationOutbox(schedule: .production)
        outbox.add(notification("1"))
        outbox.add(notification("2"))
        outbox.record(.socketIssue, of: "1")
        #expect(outbox.next(at: start)?.id == "2")
    }

    @Test("A notification that is here already is not taken twice, and an unknown one changes nothing")
    func identity() {
        var outbox = NotificationOutbox(schedule: .production)
        outbox.add(notification("1"))
        outbox.add(notification("1", after: 5))
        #expect(outbox.waiting.count == 1)
        let unknown = outbox.record(.success, of: "2")
        #expect(unknown == nil)
        #expect(outbox.waiting.count == 1)
    }

    @Test("Only so many finished notifications are remembered, the waiting ones all")
    func memory() {
        var outbox = NotificationOutbox(schedule: .sandbox, memory: 3)
        for number in 1...10 {
            outbox.add(notification(String(number)))
            if number <= 6 { outbox.record(.success, of: String(number)) }
        }
        #expect(outbox.finished.map(\.id) == ["4", "5", "6"])
        #expect(outbox.waiting.count == 4)
    }

    @Test("Thousands wait in the order in which they are due, however many fail in between")
    func thousands() {
        var outbox = NotificationOutbox(schedule: .production, memory: 10_000)
        for number in 1...5_000 { outbox.add(notification(String(number), after: Double(number % 7))) }
        #expect(outbox.waiting.map(\.id) == (1...5_000).map(String.init))
        var dates: [Date] = []
        while let next = outbox.next(at: .distantFuture) {
            dates.append(next.nextAttempt ?? .distantPast)
            outbox.record(dates.count.isMultiple(of: 3) ? .timedOut : .success, of: next.id)
        }
        #expect(dates.count > 5_000)
        #expect(dates == dates.sorted())
        #expect(Set(outbox.finished.map(\.id)).count == 5_000)
        #expect(outbox.waitingCount == 0)
    }

    @Test(
        "An HTTP status from 200 to 206 is a success",
        arguments: [
            (199, false), (200, true), (202, true), (206, true), (207, false), (302, false), (400, false), (500, false),
        ]
    )
    func status(code: Int, isSuccess: Bool) {
        #expect((NotificationSendResult(httpStatus: code) == .success) == isSuccess)
    }
}
