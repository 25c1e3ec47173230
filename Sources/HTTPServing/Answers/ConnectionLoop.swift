import NIOCore

/// The thread of the connection on which a task answers.
///
/// Who writes an answer hands it to that thread, and hears that enough waits there only after the thread has come to it: while it is
/// busy with other connections, any number of pieces would be on their way to one that reads nothing.
enum ConnectionLoop {
    @TaskLocal private static var current: (any EventLoop)?

    /// Answers the requests of a connection.
    static func run(on loop: any EventLoop, _ answer: () async -> Void) async {
        await $current.withValue(loop, operation: answer)
    }

    /// Waits until the connection's thread has come to all that this task has written; where there is none, not at all.
    static func caughtUp() async throws { try await current?.submit {}.get() }
}
