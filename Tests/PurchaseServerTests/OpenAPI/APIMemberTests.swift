import AppStoreModels
import HTTPServing
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The members in the OpenAPI document of the purchase server")
struct APIMemberTests {
    private let members: DocumentedMembers

    init() {
        var members = DocumentedMembers(named: JSONObject(JSONSchema.all.map { ($0.key, .object($0.value.json)) }))
        // The document about itself has the members of OpenAPI.
        for operation in APIOperation.all where operation.path != "/v1/openapi.json" {
            for content in [operation.body] + operation.answers.map(\.content) {
                if case .json(let schema) = content { members.add(schema.json) }
            }
        }
        self.members = members
    }

    @Test("Each is in the article about the wire")
    func article() throws {
        #expect(members.types.count > 200)
        #expect(Set(members.types.keys).subtracting(try WireArticle().members) == [])
    }

    @Test("None is a number in one place, and a list or an object in another")
    func types() { #expect(members.ambiguous == []) }
}
