import Foundation

/// A script that is given orders by lines and answers each by a line. When this value goes, or the process does, its input
/// ends.
final class ScriptPipe: Sendable {
    private let descriptor: CInt
    /// Where this waits for answers; no thread of the tests does.
    private let queue = DispatchQueue(label: "orders to a script")

    /// Starts the script in a session of its own, so that what ends this process does not end the script before it tidied.
    ///
    /// It is a child of the system, not of this process: an ended child that nobody waits for would keep the thread busy by
    /// which Swift Testing watches those of its own.
    init(_ script: URL, _ arguments: [String]) throws {
        var ends: [CInt] = [0, 0]
        // Children of other tests must not hold an end: the script would not see ours close.
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let words = (["setsid", "--fork", script.path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
            .map { strdup("\($0.key)=\($0.value)") }
        defer { for variable in variables { free(variable) } }
        var child = pid_t()
        let status = posix_spawnp(&child, "setsid", &actions, nil, words + [nil], variables + [nil])
        close(ends[1])
        descriptor = ends[0]
        guard status == 0 else { throw POSIXError(POSIXError.Code(rawValue: status) ?? .ENOENT) }
        var ending: CInt = 0
        while waitpid(child, &ending, 0) == -1, errno == EINTR {}
    }

    deinit { close(descriptor) }

    /// The next line of the script; empty if it ended, or said nothing for two minutes.
    func line() async throws -> String {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: self.readLine()) }
        }
    }

    /// Gives an order and waits for its answer. Orders of several tasks come one after another.
    func answer(to order: String) async throws -> String {
        await withCheckedContinuation { continuation in
            queue.async {
                let bytes = Array((order + "\n").utf8)
                guard send(self.descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
                    return continuation.resume(returning: "the script is gone")
                }
                continuation.resume(returning: self.readLine())
            }
        }
    }

    private func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
