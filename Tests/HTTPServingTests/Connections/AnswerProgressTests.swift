import NIOCore
import Testing

@testable import HTTPServing

@Suite("Whether an answer is read")
struct AnswerProgressTests {
    private static let start = NIODeadline.uptimeNanoseconds(0)
    private let minimum = AnswerProgress.minimum

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    @Test("Without anything that waits there is no end")
    func nothingWaits() {
        var progress = AnswerProgress(period: .seconds(30))
        progress.wrote(1_000)
        progress.flushed(waiting: 0, at: at(0))
        #expect(progress.end == nil)
        let isStalled = progress.isStalled(waiting: 0, at: at(1_000))
        #expect(!isStalled)
    }

    @Test("Somebody who takes 64 KB in each period may go on")
    func slow() {
        var progress = AnswerProgress(period: .seconds(30))
        progress.wrote(10 * minimum)
        progress.flushed(waiting: 9 * minimum, at: at(0))
        #expect(progress.end == at(30))
        let isStalled = progress.isStalled(waiting: 8 * minimum, at: at(30))
        #expect(!isStalled)
        #expect(progress.end == at(60))
        let isStalledLater = progress.isStalled(waiting: 7 * minimum, at: at(60))
        #expect(!isStalledLater)
    }

    @Test("Somebody who takes less may not, even if more is written meanwhile")
    func deaf() {
        var progress = AnswerProgress(period: .seconds(30))
        progress.wrote(2 * minimum)
        progress.flushed(waiting: minimum, at: at(0))
        progress.wrote(5 * minimum)
        progress.flushed(waiting: 6 * minimum, at: at(20))
        let isStalled = progress.isStalled(waiting: 6 * minimum, at: at(29))
        #expect(!isStalled)
        let isStalledLater = progress.isStalled(waiting: 5 * minimum + 1, at: at(30))
        #expect(isStalledLater)
    }

    @Test("What left in the end is forgotten")
    func recovers() {
        var progress = AnswerProgress(period: .seconds(30))
        progress.wrote(minimum)
        progress.flushed(waiting: 10, at: at(0))
        let isStalled = progress.isStalled(waiting: 0, at: at(30))
        #expect(!isStalled)
        #expect(progress.end == nil)
    }
}
