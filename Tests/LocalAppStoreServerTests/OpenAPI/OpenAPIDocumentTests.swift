import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The OpenAPI document of a store")
struct OpenAPIDocumentTests {
    /// A method and the parts of a path; parts in braces stand for any.
    private struct Route: Hashable, CustomStringConvertible {
        let method: String
        let parts: [String]

        init(_ method: HTTPRequest.Method, _ path: String) {
            self.method = method.rawValue
            parts = path.split(separator: "/").map { $0 == "**" ? "{path}" : String($0) }
        }

        var description: String { "\(method) /\(parts.joined(separator: "/"))" }

        /// Whether a route of the router takes what the document tells of.
        func takes(_ documented: Route) -> Bool {
            method == documented.method && parts.count == documented.parts.count
                && zip(parts, documented.parts).allSatisfy { mine, other in
                    mine == other || mine.hasPrefix("{") && (other.hasPrefix("{") || mine == "{command}")
                }
        }
    }

    private func routes(_ server: LocalStoreServer) -> [Route] {
        server.router.routes.map { Route($0.method, "\($0.path)") }
    }

    private func documented(_ server: LocalStoreServer) -> [Route] {
        OpenAPIDocument(hasTLS: server.tls != nil).operations.map { Route($0.method, $0.path) }
    }

    @Test("Every route is in the document", arguments: [nil, 0])
    func everyRoute(tlsPort: Int?) throws {
        let server = try RouteTester(configuration: StoreServerConfiguration(tlsPort: tlsPort)).server
        let documented = documented(server)
        let missing = routes(server).filter { route in !documented.contains(where: route.takes) }
        #expect(missing.map(\.description).sorted() == [])
    }

    @Test("Everything in the document is a route, and stands there once", arguments: [nil, 0])
    func nothingElse(tlsPort: Int?) throws {
        let server = try RouteTester(configuration: StoreServerConfiguration(tlsPort: tlsPort)).server
        let (routes, documented) = (routes(server), documented(server))
        let invented = documented.filter { operation in !routes.contains { $0.takes(operation) } }
        #expect(invented.map(\.description).sorted() == [])
        #expect(Set(documented).count == documented.count)
    }

    @Test("Commands that are named in it are commands")
    func commands() throws {
        for operation in OpenAPIDocument.operations where operation.method == .post {
            let parts = operation.path.split(separator: "/").map(String.init)
            guard parts.count == 4, parts[2] == "{id}", parts[0] == "control" else { continue }
            // What is wrong with the empty body does not matter: the name is known.
            let isKnown =
                switch parts[1] {
                case "subscriptions": (try? SubscriptionCommand(name: parts[3], body: [:]) != nil) ?? true
                case "transactions" where parts[3] != "family-sharing":
                    (try? TransactionCommand(name: parts[3], body: [:]) != nil) ?? true
                case "attempts": (try? AttemptCommand(name: parts[3], body: [:]) != nil) ?? true
                default: true
                }
            #expect(isKnown, "\(operation.path)")
        }
    }

    @Test("It is served, and what it refers to is in it")
    func served() async throws {
        let answer = try await RouteTester().ask(.get, "/control/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/json")
        #expect(answer.json[string: "openapi"] == "3.1.0")
        let schemas = try #require(answer.json[object: "components"]?[object: "schemas"])
        let references = answer.text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) }
        #expect(!references.isEmpty)
        #expect(Set(references).subtracting(schemas.keys) == [])
        #expect(Set(schemas.keys).subtracting(references) == [])
    }

    @Test("Names of operations are unique")
    func identifiers() {
        let names = OpenAPIDocument(hasTLS: true).operations.compactMap { $0.json.object?[string: "operationId"] }
        #expect(Set(names).count == OpenAPIDocument(hasTLS: true).operations.count)
    }
}
