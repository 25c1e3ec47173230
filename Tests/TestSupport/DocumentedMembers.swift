public import AppStoreModels

/// The members in an OpenAPI document: of bodies, and of answers that no test happens to see.
public struct DocumentedMembers {
    /// What each can be, as JSON Schema calls it, by name.
    public private(set) var types: [String: Set<String>] = [:]
    private let named: JSONObject
    private var seen: Set<String> = []

    /// - Parameter schemas: Those that others refer to, by name.
    public init(named schemas: JSONObject) { named = schemas }

    /// Those that are numbers in one place, and lists or objects in another.
    public var ambiguous: [String] {
        types.filter { !$1.isDisjoint(with: ["integer", "number"]) && !$1.isDisjoint(with: ["array", "object"]) }
            .keys.sorted()
    }

    /// Takes in a schema, and all that it refers to.
    public mutating func add(_ schema: JSONObject) {
        if let name = Self.reference(schema) {
            guard seen.insert(name).inserted else { return }
            return add(named[object: name] ?? [:])
        }
        for (name, member) in schema[object: "properties"]?.members ?? [] {
            guard let member = member.object else { continue }
            types[name, default: []].formUnion(types(of: member))
            add(member)
        }
        for part in Self.choices(schema) { add(part) }
        if let items = schema[object: "items"] { add(items) }
        if let others = schema[object: "additionalProperties"] { add(others) }
    }

    private func types(of schema: JSONObject) -> Set<String> {
        if let name = Self.reference(schema) { return types(of: named[object: name] ?? [:]) }
        let parts = Self.choices(schema)
        guard parts.isEmpty else { return parts.reduce(into: []) { $0.formUnion(types(of: $1)) } }
        return Set([schema[string: "type"]].compactMap(\.self))
    }

    private static func choices(_ schema: JSONObject) -> [JSONObject] {
        (schema[array: "anyOf"] ?? []).compactMap(\.object)
    }

    private static func reference(_ schema: JSONObject) -> String? {
        schema[string: "$ref"]?.split(separator: "/").last.map(String.init)
    }
}
