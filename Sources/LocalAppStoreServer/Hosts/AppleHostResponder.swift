import HTTPTypes
import Hummingbird

/// Routes by host: what is asked of Apple's servers goes to the routes that stand for them, and nothing else of the
/// store can be reached by their names.
struct AppleHostResponder<Base: HTTPResponder>: HTTPResponder {
    let base: Base

    @concurrent func respond(to request: Request, context: Base.Context) async throws -> Response {
        guard let host = request.head.authority.flatMap(AppleHost.init(authority:)) else {
            return try await base.respond(to: request, context: context)
        }
        let uri = request.head.path ?? ""
        let path = uri.prefix { $0 != "?" }
        guard let place = host.place(of: String(path)) else {
            return host.isForReceipts
                ? RequestError.notFound(String(path)).response
                : ServerAPIError.notEmulated(request.method, String(path)).answer.response()
        }
        var head = request.head
        head.path = place + uri.dropFirst(path.count)
        // It is none of the store's own names, by which everything can be asked.
        head.authority = nil
        return try await base.respond(to: Request(head: head, body: request.body), context: context)
    }
}
