import AppStoreModels
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer with a JSON body.
struct JSONAnswer: ResponseGenerator {
    let status: HTTPResponse.Status
    let body: JSONValue

    init(_ body: JSONValue, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.body = body
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        response()
    }

    func response() -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.jsonBytes))
        )
    }
}
