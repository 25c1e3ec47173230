import Foundation
import Locking

/// Standard output or standard error of this process. All that the tool writes goes through here.
///
/// A write either puts every byte out or fails; the first failure is kept, and nothing is written after it. (The
/// `write(_:)` of Foundation's `FileHandle` ends the process with a stack trace instead.)
final class StandardStream: Sendable {
    /// Where results go.
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    /// Where failures go.
    static let errors = StandardStream(descriptor: STDERR_FILENO)

    /// Puts out some of the bytes and returns how many, or minus the system's error number.
    typealias Write = @Sendable (UnsafeRawBufferPointer) -> Int

    private let writeSome: Write
    private let waitForRoom: @Sendable () -> Void
    private let firstFailure = Locked(OutputFailure?.none)

    init(descriptor: Int32) {
        writeSome = { bytes in
            let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
            return count < 0 ? -Int(errno) : count
        }
        // Without a deadline, as a write to a descriptor that waits by itself: a person may read as slowly as they like.
        waitForRoom = {
            var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&question, 1, -1)
        }
    }

    /// A stream on something else than the system, for tests.
    init(writeSome: @escaping Write, waitForRoom: @escaping @Sendable () -> Void = {}) {
        self.writeSome = writeSome
        self.waitForRoom = waitForRoom
    }

    /// What went wrong first; nil as long as everything was written.
    var failure: OutputFailure? { firstFailure.withLock { $0 } }

    /// Writes all of it, unless this or an earlier write fails.
    func write(_ bytes: Data) {
        firstFailure.withLock { failure in
            guard failure == nil else { return }
            failure = bytes.withUnsafeBytes { put($0) }
        }
    }

    /// Writes all of it, unless this or an earlier write fails.
    func write(_ text: String) {
        write(Data(text.utf8))
    }

    /// Writes nothing more, as if a write had failed so.
    func fail(_ failure: OutputFailure) {
        firstFailure.withLock { $0 = $0 ?? failure }
    }

    /// Some file systems tell only at the end that they could not keep what was written.
    func finish(_ descriptor: Int32) {
        let copy = dup(descriptor)
        guard copy >= 0, close(copy) != 0 else { return }
        fail(OutputFailure(number: errno))
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> OutputFailure? {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch writeSome(UnsafeRawBufferPointer(rebasing: rest)) {
            case let count where count > 0: rest = rest.dropFirst(count)
            case -Int(EINTR): continue
            case -Int(EAGAIN): waitForRoom()
            case 0: return .system(EIO)
            case let error: return OutputFailure(number: Int32(-error))
            }
        }
        return nil
    }
}
