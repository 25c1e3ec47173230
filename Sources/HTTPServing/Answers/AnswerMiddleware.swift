import HTTPTypes
package import Hummingbird

/// Holds all long answers that have not been read yet in the bytes that they may have together.
///
/// What finds no room is refused with ``RequestRefusal/unreadAnswers``, so this stands inside of ``ErrorMiddleware``. Short
/// answers always pass.
package struct AnswerMiddleware<Context: RequestContext>: RouterMiddleware {
    private let answers: UnreadAnswers

    package init(connections: ServerConnections) { answers = connections.answers }

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let (method, path) = (request.method.rawValue, request.uri.path)
        guard let share = answers.expect(method, path) else { throw RequestRefusal.unreadAnswers }
        var response = try await next(request, context)
        let length = response.body.contentLength ?? 0
        answers.note(length, method, path)
        guard share.fit(length) else { throw RequestRefusal.unreadAnswers }
        guard length > SendingRoom.short else { return response }
        let body = response.body
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(PiecewiseWriter(writer, share))
        }
        return response
    }
}
