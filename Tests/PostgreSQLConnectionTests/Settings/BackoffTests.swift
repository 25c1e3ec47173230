import PostgreSQLConnection
import Testing

@Suite("The pause between attempts to connect")
struct BackoffTests {
    private let backoff = Backoff(first: .milliseconds(100), longest: .seconds(5))

    @Test(
        "doubles with each failure up to a limit",
        arguments: [
            (0, 100), (1, 100), (2, 200), (3, 400), (6, 3200), (7, 5000), (1000, 5000),
        ]
    )
    func grows(failures: Int, milliseconds: Int) {
        #expect(backoff.pause(afterFailures: failures, share: 1) == .milliseconds(milliseconds))
        #expect(backoff.pause(afterFailures: failures, share: 0) == .milliseconds(milliseconds) / 2)
    }

    @Test("stays in its bounds whatever chance gives")
    func bounds() {
        #expect(backoff.pause(afterFailures: 1, share: 9) == .milliseconds(100))
        #expect(backoff.pause(afterFailures: 1, share: -9) == .milliseconds(50))
    }
}
