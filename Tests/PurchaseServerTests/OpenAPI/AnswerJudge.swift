import AppStoreModels

@testable import PurchaseServer

/// Holds an answer against what the document says of it, and is stricter than a client may be: a member that is not named is a
/// fault, too.
struct AnswerJudge {
    private let schemas = APIDocument().json.object?[object: "components"]?[object: "schemas"] ?? [:]

    /// What is wrong with a value, each fault with its place.
    func faults(in value: JSONValue, by schema: JSONObject, at place: String = "") -> [String] {
        if let reference = schema[string: "$ref"] {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            guard let known = schemas[object: name] else { return ["\(place): there is no schema \(name)"] }
            return faults(in: value, by: known, at: place)
        }
        if let choices = schema[array: "anyOf"] {
            let all = choices.compactMap(\.object).map { faults(in: value, by: $0, at: place) }
            return all.contains { $0.isEmpty } ? [] : all.first ?? []
        }
        if let choices = schema[array: "enum"], !choices.contains(value) {
            return ["\(place): \(value.serialized()) is none of the choices"]
        }
        switch schema[string: "type"] {
        case "object": return faults(inObject: value, by: schema, at: place)
        case "array":
            guard let items = value.array else { return ["\(place): \(value.serialized()) is no list"] }
            let element = schema[object: "items"] ?? [:]
            return items.enumerated().flatMap { faults(in: $1, by: element, at: "\(place)[\($0)]") }
        case let type?: return Self.isOf(type, value, schema) ? [] : ["\(place): \(value.serialized()) is no \(type)"]
        case nil: return []
        }
    }

    private func faults(inObject value: JSONValue, by schema: JSONObject, at place: String) -> [String] {
        guard let object = value.object else { return ["\(place): \(value.serialized()) is no object"] }
        // One without properties may have any members.
        guard let properties = schema[object: "properties"] else { return [] }
        let required = schema[array: "required"]?.compactMap(\.string) ?? []
        var faults = required.filter { object[$0] == nil }.map { "\(place): there is no \($0)" }
        for (name, member) in object.members {
            if let known = properties[object: name] {
                faults += self.faults(in: member, by: known, at: "\(place).\(name)")
            } else {
                faults.append("\(place): \(name) is not described")
            }
        }
        return faults
    }

    private static func isOf(_ type: String, _ value: JSONValue, _ schema: JSONObject) -> Bool {
        switch (type, value) {
        case ("string", .string), ("boolean", .bool), ("number", .number), ("null", .null): return true
        case ("integer", .number(let number)):
            guard let number = number.int64 else { return false }
            return number >= schema[integer: "minimum"] ?? .min && number <= schema[integer: "maximum"] ?? .max
        default: return false
        }
    }
}
