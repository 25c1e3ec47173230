/// Whether somebody has asked the server to end, for whoever runs it.
final class StopRequests: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Asks for the end.
    func add() { continuation.yield() }

    /// Waits until somebody asks, or the task is cancelled.
    func wait() async {
        var requests = stream.makeAsyncIterator()
        _ = await requests.next()
    }
}

extension LocalStoreServer {
    /// Waits until somebody asks the server over the control interface to end, or the task is cancelled.
    ///
    /// The server does not end by itself: whoever runs it does that, with a graceful shutdown, and nothing is lost. One
    /// task at a time can wait.
    public func stopRequested() async { await stopRequests.wait() }
}
