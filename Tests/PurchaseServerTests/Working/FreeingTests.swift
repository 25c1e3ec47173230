import Testing

@testable import PurchaseServer

@Suite("Values that are freed on another core")
struct FreeingTests {
    /// Says when it goes.
    private final class Noticed: Sendable {
        private let ends: AsyncStream<Void>.Continuation

        init(_ ends: AsyncStream<Void>.Continuation) { self.ends = ends }

        deinit { ends.finish() }
    }

    @Test("What nobody else has is freed", .timeLimit(.minutes(1)))
    func freed() async {
        let (stream, ends) = AsyncStream<Void>.makeStream()
        Freeing.later(Noticed(ends))
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 0)
    }
}
