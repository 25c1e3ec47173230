import AppStoreModels
import HTTPServing
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// What nothing but a document shows: members of bodies, and of answers that no test happens to see.
@Suite("The members in the OpenAPI document of the control interface")
struct WireSchemaTests {
    /// What a member can be, by name.
    private struct Members {
        var types: [String: Set<String>] = [:]
        private var seen: Set<String> = []

        mutating func add(_ content: OpenAPIOperation.Content) {
            if case .json(let schema) = content { add(schema.json) }
        }

        private mutating func add(_ schema: JSONObject) {
            if let name = Self.reference(schema) {
                guard seen.insert(name).inserted else { return }
                return add(Self.named(name))
            }
            for (name, member) in schema[object: "properties"]?.members ?? [] {
                guard let member = member.object else { continue }
                types[name, default: []].formUnion(Self.types(of: member))
                add(member)
            }
            for part in Self.choices(schema) { add(part) }
            if let items = schema[object: "items"] { add(items) }
        }

        private static func types(of schema: JSONObject) -> Set<String> {
            if let name = reference(schema) { return types(of: named(name)) }
            let parts = choices(schema)
            guard parts.isEmpty else { return parts.reduce(into: []) { $0.formUnion(types(of: $1)) } }
            return Set([schema[string: "type"]].compactMap(\.self))
        }

        private static func choices(_ schema: JSONObject) -> [JSONObject] {
            (schema[array: "anyOf"] ?? []).compactMap(\.object)
        }

        private static func reference(_ schema: JSONObject) -> String? {
            schema[string: "$ref"]?.split(separator: "/").last.map(String.init)
        }

        private static func named(_ name: String) -> JSONObject {
            JSONSchema.all.first { $0.key == name }?.value.json ?? [:]
        }
    }

    private let members: Members

    init() {
        var members = Members()
        for operation in OpenAPIDocument.operations where operation.part == .control {
            members.add(operation.body)
            for answer in operation.answers { members.add(answer.content) }
        }
        self.members = members
    }

    @Test("Each is in the article about the wire")
    func article() throws {
        #expect(members.types.count > 100)
        #expect(Set(members.types.keys).subtracting(try WireArticle().members) == [])
    }

    @Test("None is a number in one place, and a list or an object in another")
    func types() {
        for (name, types) in members.types where types.contains("integer") || types.contains("number") {
            #expect(types.isDisjoint(with: ["array", "object"]), "\(name): \(types.sorted())")
        }
    }
}
