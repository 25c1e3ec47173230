import Testing

@testable import PostgreSQLConnection

@Suite("The mailbox of notifications", .timeLimit(.minutes(15)))
struct NotificationMailboxTests {
    private func notification(_ payload: String) -> PostgreSQLNotification {
        PostgreSQLNotification(channel: "c", payload: payload, serverProcess: 1)
    }

    @Test("keeps what comes before it is read, and tells of the end last")
    func order() async throws {
        let mailbox = NotificationMailbox(limit: 10)
        mailbox.put(notification("1"))
        mailbox.close(PostgreSQLError(.shutdown, ""))
        mailbox.put(notification("2"))
        #expect(try await mailbox.next() == .notification(notification("1")))
        #expect(try await mailbox.next() == .notification(notification("2")))
        #expect(try await mailbox.next() == .interrupted(PostgreSQLError(.shutdown, "")))
    }

    @Test("has its reader look at everything when more came than it keeps")
    func overflow() async throws {
        let mailbox = NotificationMailbox(limit: 2)
        for payload in ["1", "2", "3"] { mailbox.put(notification(payload)) }
        #expect(try await mailbox.next() == .lookAtEverything)
        mailbox.put(notification("4"))
        #expect(try await mailbox.next() == .notification(notification("4")))
    }

    @Test("wakes a reader who waits, and one who is cancelled")
    func waiting() async throws {
        let mailbox = NotificationMailbox(limit: 2)
        async let next = mailbox.next()
        mailbox.put(notification("1"))
        #expect(try await next == .notification(notification("1")))
        let cancelled = Task { try await mailbox.next() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}
