package import Hummingbird
import HummingbirdCore

/// Answers a request before the application makes what it answers others with; nil for whatever is left to the application.
///
/// Nothing is done to the answer before it leaves: who gives it sees to its `Date`.
package typealias QuickAnswer = @Sendable (Request) -> Response?

enum QuickAnswers {
    /// Answers what can be at once, and has the application answer everything else.
    static func before(
        _ application: @escaping HTTPChannelHandler.Responder,
        _ quick: @escaping QuickAnswer
    ) -> HTTPChannelHandler.Responder {
        { request, writer, channel in
            guard let answer = quick(request) else { return try await application(request, writer, channel) }
            try await writer.write(response: answer.head, body: answer.body)
        }
    }
}
