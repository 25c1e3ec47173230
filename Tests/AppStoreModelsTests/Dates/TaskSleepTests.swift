import AppStoreModels
import Testing

@Suite("Waiting so many seconds")
struct TaskSleepTests {
    @Test(
        "Any number of seconds is a duration",
        arguments: [
            (0, 0), (-1, 0), (-Double.infinity, 0), (.nan, 0), (1.5, 1.5), (1e300, 31_536_000), (.infinity, 31_536_000),
        ]
    )
    func duration(seconds: Double, meant: Double) {
        #expect(Duration.possible(seconds: seconds) == .seconds(meant))
    }

    @Test("Nothing, less than nothing and no number wait for nothing", arguments: [0, -1, -Double.infinity, .nan])
    func nothing(seconds: Double) async throws {
        try await Task.sleep(seconds: seconds)
    }

    @Test(
        "More than the system can count is a wait like another: it ends when it is cancelled",
        arguments: [1e300, Double.infinity]
    )
    func huge(seconds: Double) async {
        let waiting = Task { try await Task.sleep(seconds: seconds) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
