import NIOCore
import NIOHTTP1

/// How a request ended for which nobody waits any more: no failure of the server, and nothing to answer.
package enum RequestEnd: String, Sendable, Hashable {
    /// The connection was closed under the request.
    case clientGone = "client-gone"
    /// What came is no HTTP any more.
    case requestMalformed = "request-malformed"
    /// The work was cancelled: its connection is gone, or the server ends.
    case cancelled

    /// What an error of the connection means to the task that works for it; nil for every other error.
    package init?(_ error: any Error) {
        switch error {
        case is ChannelError: self = .clientGone
        case is HTTPParserError: self = .requestMalformed
        // Work that gave up by itself is a failure.
        case is CancellationError where Task.isCancelled: self = .cancelled
        default: return nil
        }
    }
}
