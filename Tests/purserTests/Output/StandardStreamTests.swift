import ArgumentParser
import Foundation
import Locking
import Testing

@testable import purser

@Suite("What the tool writes")
struct StandardStreamTests {
    /// A system that does what a test says, one answer a write, and takes everything after the last.
    private final class System: Sendable {
        private let state: Locked<(answers: [Int], taken: Data, waits: Int)>

        init(_ answers: [Int]) { state = Locked((answers, Data(), 0)) }

        var taken: String { state.withLock { String(decoding: $0.taken, as: UTF8.self) } }
        var waits: Int { state.withLock { $0.waits } }
        var answersLeft: Int { state.withLock { $0.answers.count } }

        var stream: StandardStream {
            StandardStream { bytes in
                self.state.withLock { state in
                    let answer = state.answers.isEmpty ? bytes.count : state.answers.removeFirst()
                    if answer > 0 { state.taken.append(contentsOf: bytes.prefix(answer)) }
                    return answer
                }
            } waitForRoom: {
                self.state.withLock { $0.waits += 1 }
            }
        }
    }

    @Test("arrives whole and in order, however little the system takes at once")
    func shortWrites() {
        let system = System([1, -Int(EINTR), 3, -Int(EAGAIN), -Int(EAGAIN), 2])
        let stream = system.stream
        stream.write("lilies and roses\n")
        stream.write("tulips\n")
        #expect(system.taken == "lilies and roses\ntulips\n")
        #expect(system.waits == 2)
        #expect(stream.failure == nil)
    }

    private static let failures: [(answer: Int, failure: OutputFailure, status: Int32)] = [
        (-Int(EPIPE), .closedPipe, 141),
        (-Int(ENOSPC), .system(ENOSPC), 2),
        (-Int(EIO), .system(EIO), 2),
        (-Int(EBADF), .system(EBADF), 2),
        (0, .system(EIO), 2),
    ]

    @Test("ends with the first failure, and nothing is written after it", arguments: failures)
    func failure(answer: Int, expected: OutputFailure, status: Int32) {
        let system = System([4, answer, -Int(EINTR)])
        let stream = system.stream
        stream.write("lilies\n")
        stream.write("roses\n")
        #expect(system.taken == "lili")
        #expect(system.answersLeft == 1)
        #expect(stream.failure == expected)
        #expect(expected.exitStatus.rawValue == status)
    }

    @Test("is told of in one line, except where silence is expected")
    func messages() {
        #expect(OutputFailure.closedPipe.message == nil)
        #expect(
            OutputFailure.system(ENOSPC).message
                == "standard output cannot be written: No space left on device; what was written is incomplete"
        )
    }

    @Test("waits for whoever reads slowly, on a pipe that does not wait by itself")
    func slowReader() async throws {
        let ends = try PipeEnds()
        #expect(fcntl(ends.writer, F_SETFL, O_NONBLOCK) == 0)
        let written = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        let stream = StandardStream(descriptor: ends.writer)
        async let read = onThread { ends.readToEnd() }
        await onThread {
            stream.write(written)
            ends.closeWriter()
        }
        #expect(await read == written)
        #expect(stream.failure == nil)
    }

    /// Both ends wait for each other, which tasks must not do.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }
}
