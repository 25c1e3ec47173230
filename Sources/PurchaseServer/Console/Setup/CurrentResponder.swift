import Hummingbird

/// Answers by what is set up when a request comes.
struct CurrentResponder: HTTPResponder {
    let book: SettingsBook

    func respond(to request: Request, context: APIContext) async throws -> Response {
        guard let serving = book.serving else { return APIError.unexpected.response }
        if let look = serving.application.configuration.lookAtClock { await look() }
        var context = context
        if let shortcut = serving.shortcut, shortcut.waits,
            let answer = await shortcut.answer(to: request, &context)
        {
            return answer
        }
        return try await serving.responder.respond(to: request, context: context)
    }
}
