import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@Suite("The calls of the App Store Server API on the wire")
struct ServerAPIEndpointTests {
    @Test("All calls are among the cases")
    func complete() {
        #expect(Set(EndpointCase.all.map(\.endpoint)) == Set(ServerAPIEndpoint.all))
        #expect(Set(ServerAPIEndpoint.all.map(\.name)).count == ServerAPIEndpoint.all.count)
    }

    @Test("A call has its method, path, query, body and headers", arguments: EndpointCase.all)
    func onTheWire(example: EndpointCase) async throws {
        let network = ServerAPIScript(.http(200, try example.answer()))
        try await example.call(try network.client())
        let request = try #require(network.requests.first)
        #expect(network.requests.count == 1)
        #expect(request.method == example.endpoint.method)
        let components = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
        #expect(components.percentEncodedPath == example.path)
        #expect(components.percentEncodedQuery == example.query)
        #expect(components.host == (example.isSandboxOnly ? ServerAPIScript.sandbox : ServerAPIScript.production))
        #expect(components.scheme == "https")
        if let body = example.body {
            let (sent, expected) = (try JSONValue(parsing: request.body), try JSONValue(parsing: body))
            #expect(sent == expected)
            #expect(request.contentType == "application/json")
        } else if let octets = example.octets {
            #expect(request.body == octets)
            #expect(request.contentType == "image/png")
        } else {
            #expect(request.body.isEmpty)
        }
        let authorization = try #require(request.headers["Authorization"])
        #expect(authorization.hasPrefix("Bearer "))
        #expect(try SampleKey.opened(String(authorization.dropFirst(7))) != nil)
        #expect(!request.url.absoluteString.contains(authorization.dropFirst(7)))
    }

    @Test("What an argument holds stays one part of the path")
    func escaping() async throws {
        let network = ServerAPIScript(.code(4_000_006))
        await #expect(throws: ServerAPIError.self) {
            try await network.client(routing: .sandbox).transaction("../a?b=c/d%2F#é")
        }
        let url = try #require(network.requests.first?.url.absoluteString)
        #expect(url.hasSuffix("/inApps/v1/transactions/..%2Fa%3Fb%3Dc%2Fd%252F%23%C3%A9"))
    }

    @Test("What names nothing is not sent", arguments: ["", ".", "..", String(repeating: "1", count: 257)])
    func refusedArgument(argument: String) async throws {
        let network = ServerAPIScript()
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client().transaction(argument)
        }
        #expect(error?.code == .invalidRequest)
        #expect(network.requests.isEmpty)
    }
}
