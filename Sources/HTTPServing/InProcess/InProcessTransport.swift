package import AppStoreModels
import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
package import NIOCore

/// Asks a server within this process, without a socket: the same responder, routes and middleware that answer who connects.
package struct InProcessTransport<Responder: HTTPResponder>: HTTPTransport
where Responder.Context: RequestContext, Responder.Context.Source == ApplicationRequestContextSource {
    private let responder: Responder
    private let channel: any Channel
    private let logger: Logger

    /// - Parameters:
    ///   - responder: What answers.
    ///   - channel: What requests claim to come through; nothing is sent over it.
    ///   - logger: The server's.
    package init(_ responder: Responder, over channel: any Channel, logger: Logger) {
        (self.responder, self.channel) = (responder, channel)
        var logger = logger
        logger[metadataKey: "hb.request.id"] = "in-process"
        self.logger = logger
    }

    package func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let context = Responder.Context(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await responder.respond(to: Self.request(request), context: context)
        let collected = CollectedBody()
        try await response.body.write(collected)
        return HTTPTransportResponse(
            status: Int(response.status.code),
            body: Data(collected.buffer.readableBytesView),
            retryAfterHeader: response.headers[.retryAfter],
            dateHeader: response.headers[.date]
        )
    }

    private static func request(_ request: HTTPTransportRequest) -> Request {
        let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        let path = parts?.percentEncodedPath ?? ""
        let query = parts?.percentEncodedQuery.map { "?" + $0 } ?? ""
        let authority = (parts?.host ?? "") + (parts?.port.map { ":\($0)" } ?? "")
        var headers = HTTPFields()
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if !request.body.isEmpty { headers[.contentType] = request.contentType }
        headers[.contentLength] = String(request.body.count)
        return Request(
            head: HTTPRequest(
                method: HTTPRequest.Method(rawValue: request.method) ?? .get,
                scheme: parts?.scheme,
                authority: authority,
                path: (path.isEmpty ? "/" : path) + query,
                headerFields: headers
            ),
            body: RequestBody(buffer: ByteBuffer(bytes: request.body))
        )
    }
}
