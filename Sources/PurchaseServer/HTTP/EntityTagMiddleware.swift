import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Tags what is read, and answers 304 to whoever has it already.
struct EntityTagMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .get || request.method == .head, response.status == .ok else { return response }
        // What is written as it is read would have to be held in memory for a tag.
        guard response.headers.value(of: .cacheControl) != HTTPFields.neverKept else { return response }
        if !response.headers.contains(.eTag) {
            let bytes = try await response.collectedBody()
            response.headers[.eTag] = EntityTag(of: bytes.readableBytesView).description
        }
        response.headers[.cacheControl] = EntityTag.cacheControl
        guard let field = request.headers.value(of: .ifNoneMatch), let tag = response.headers.value(of: .eTag),
            EntityTag.isNamed(tag, in: field)
        else { return response }
        response.headers[.contentType] = nil
        response.headers[.contentLength] = nil
        response.status = .notModified
        response.body = ResponseBody()
        return response
    }
}
