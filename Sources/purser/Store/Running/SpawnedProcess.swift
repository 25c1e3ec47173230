import Foundation
import Locking

/// A process that was started with the streams of this one, in its process group.
final class SpawnedProcess: Sendable {
    private struct State {
        var isRunning = true
        var isLate = false
        var ending: ChildProgram.Ending?
        var waiting: CheckedContinuation<ChildProgram.Ending, Never>?
    }

    private let identifier: pid_t
    private let state = Locked(State())

    /// - Parameters:
    ///   - command: The program, looked for in `PATH`, and its arguments.
    ///   - variables: What is set besides the variables of this process.
    /// - Throws: Why there is no such process.
    init(_ command: [String], variables: [String: String]) throws(ChildProgram.Failure) {
        guard let program = command.first else { throw ChildProgram.Failure(program: "", number: ENOENT) }
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var process: pid_t = 0
        let number = Self.withCStrings(command) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                Self.withAttributes { posix_spawnp(&process, program, nil, $0, arguments, environment) }
            }
        }
        guard number == 0 else { throw ChildProgram.Failure(program: program, number: number) }
        identifier = process
        Thread.detachNewThread { self.wait() }
    }

    /// How it ended, once it has.
    var ending: ChildProgram.Ending {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.ending == nil { state.waiting = continuation }
                    return state.ending
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    /// Whether a signal came to this process only. Those of a terminal's keys come to the whole group.
    func mustBeTold(_ signal: Int32) -> Bool {
        guard signal == SIGINT || signal == SIGQUIT else { return true }
        return tcgetpgrp(STDIN_FILENO) != getpgrp()
    }

    func timeIsUp() {
        state.withLock { $0.isLate = $0.isRunning }
    }

    /// Sends a signal, and SIGKILL if the process still runs some seconds later.
    func end(with signal: Int32, grace: Double) {
        send(signal)
        DispatchQueue.global().asyncAfter(deadline: .now() + grace) { self.send(SIGKILL) }
    }

    private func send(_ signal: Int32) {
        // Not to another process that has got the number meanwhile.
        state.withLock { state in
            if state.isRunning { kill(identifier, signal) }
        }
    }

    private func wait() {
        // Left as it is until its number is not used any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let (ending, waiting) = state.withLock { state in
            state.isRunning = false
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
            let ending = state.isLate ? .late : ChildProgram.Ending(waitStatus: status)
            state.ending = ending
            defer { state.waiting = nil }
            return (ending, state.waiting)
        }
        waiting?.resume(returning: ending)
    }

    #if canImport(Darwin)
        // A pointer there, which the system sets.
        private typealias Attributes = posix_spawnattr_t?
        private static var noAttributes: Attributes { nil }
    #else
        private typealias Attributes = posix_spawnattr_t
        private static var noAttributes: Attributes { Attributes() }
    #endif

    private static func withAttributes(_ body: (UnsafePointer<Attributes>) -> Int32) -> Int32 {
        var attributes = noAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As they were before this process trapped and ignored some.
        var changed = sigset_t()
        sigemptyset(&changed)
        posix_spawnattr_setsigmask(&attributes, &changed)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&changed, signal) }
        posix_spawnattr_setsigdefault(&attributes, &changed)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        return body(&attributes)
    }

    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

extension ChildProgram.Ending {
    /// An ending as `waitpid` tells it.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(by: signal)
    }
}
