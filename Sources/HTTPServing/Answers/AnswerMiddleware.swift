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
        // Only what asks has answers that are alike each time, and no body to wait for.
        let path = request.method == .get ? request.uri.path : nil
        guard let share = answers.expect(path) else { throw RequestRefusal.unreadAnswers }
        var response = try await next(request, context)
        let length = response.body.contentLength ?? 0
        answers.note(length, path)
        guard share.fit(length) else { throw RequestRefusal.unreadAnswers }
        guard length > PiecewiseWriter.worthwhile else { return response }
        let body = response.body
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(PiecewiseWriter(writer, share))
        }
        return response
    }
}
