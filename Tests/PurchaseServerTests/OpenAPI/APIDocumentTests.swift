import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import PurchaseServer

@Suite("The OpenAPI document of a purchase server")
struct APIDocumentTests {
    private func routes() throws -> Set<String> {
        Set(try World().server().router.routes.map { "\($0.method.rawValue) \($0.path)" })
    }

    @Test("Every route is in the document, and everything in the document is a route, once")
    func bothWays() throws {
        let documented = APIOperation.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(try routes().symmetricDifference(documented).sorted() == [])
        #expect(Set(documented).count == documented.count)
    }

    @Test("What it leaves out it names: what RevenueCat's programs may ask, and the console's pages")
    func leftOut() throws {
        var world = try ConsoleVisit.world()
        world.configuration.answersRevenueCat = true
        let documented = Set(APIOperation.all.map(\.path))
        let others = Set(try world.server().router.routes.map { "\($0.path)" }).subtracting(documented)
        #expect(others.contains { $0.hasPrefix("/compat/revenuecat/") })
        #expect(others.filter { !$0.hasPrefix("/compat/revenuecat/") && !$0.hasPrefix("/console") } == [])
        let info = try #require(APIDocument().json.object?[object: "info"])
        for place in ["`/compat/revenuecat`", "`/console`"] {
            #expect(info[string: "description"]?.contains(place) == true)
        }
    }

    @Test("It is served, and what it refers to is in it")
    func served() async throws {
        try await World().test { client, _ async throws in
            let answer = try await client.get("/v1/openapi.json")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.json[string: "openapi"] == "3.1.0")
            let schemas = try #require(answer.json[object: "components"]?[object: "schemas"])
            let text = JSONValue.object(answer.json).serialized()
            let references = text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) }
            #expect(Set(references) == Set(schemas.keys))
        }
    }

    @Test("Each operation has a name of its own, says how it can be refused, and whose key it wants")
    func operations() throws {
        let names = APIOperation.all.compactMap { $0.json[string: "operationId"] }
        #expect(Set(names).count == APIOperation.all.count)
        for operation in APIOperation.all {
            let responses = try #require(operation.json[object: "responses"])
            guard operation.demand != nil else { continue }
            for status in ["401", "403", "429", "503"] { #expect(responses[status] != nil, "\(operation.path)") }
        }
        #expect(
            APIOperation.all.filter { $0.demand == nil }.map(\.path).sorted() == [
                "/apple/notifications", "/health", "/ready", "/v1/openapi.json",
            ]
        )
    }
}
