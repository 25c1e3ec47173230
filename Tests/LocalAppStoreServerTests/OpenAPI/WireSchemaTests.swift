import AppStoreModels
import HTTPServing
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The members in the OpenAPI document of the control interface")
struct WireSchemaTests {
    private let members: DocumentedMembers

    init() {
        var members = DocumentedMembers(named: JSONObject(JSONSchema.all.map { ($0.key, .object($0.value.json)) }))
        for operation in OpenAPIDocument.operations where operation.part == .control {
            for content in [operation.body] + operation.answers.map(\.content) {
                if case .json(let schema) = content { members.add(schema.json) }
            }
        }
        self.members = members
    }

    @Test("Each is in the article about the wire")
    func article() throws {
        #expect(members.types.count > 100)
        #expect(Set(members.types.keys).subtracting(try WireArticle().members) == [])
    }

    @Test("None is a number in one place, and a list or an object in another")
    func types() { #expect(members.ambiguous == []) }
}
