import Testing

@testable import HTTPServing

@Suite("Where a server listens")
struct ListeningStateTests {
    private struct Ended: Error, Equatable {}

    @Test("Those who wait and those who come later hear the same")
    func told() async throws {
        let state = ListeningState<Int, Ended>()
        async let early = state.wait()
        state.tell(.success(80))
        #expect(try await early == 80)
        #expect(try await state.wait() == 80)
    }

    @Test("An end replaces a place")
    func ended() async {
        let state = ListeningState<Int, Ended>()
        state.tell(.success(80))
        state.tell(.failure(Ended()))
        await #expect(throws: Ended()) { try await state.wait() }
    }
}
