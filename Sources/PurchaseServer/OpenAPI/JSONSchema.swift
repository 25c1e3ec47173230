import AppStoreModels

/// What a JSON value may be, in the words of JSON Schema, which OpenAPI 3.1 uses.
struct JSONSchema: Sendable {
    let json: JSONObject

    init(_ json: JSONObject) { self.json = json }

    static let text = JSONSchema(["type": "string"])
    static let flag = JSONSchema(["type": "boolean"])
    /// Whatever the article says.
    static let any = JSONSchema([:])
    static let integer = JSONSchema(["type": "integer"])
    /// Milliseconds since 1970.
    static let date = JSONSchema(["type": "integer", "minimum": 0, "maximum": 253_402_300_799_999])

    static func text(_ lengths: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "string", "minLength": .number(JSONNumber(lengths.lowerBound)),
            "maxLength": .number(JSONNumber(lengths.upperBound)),
        ])
    }

    static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
            "maximum": .number(JSONNumber(range.upperBound)),
        ])
    }

    static func choice(_ values: [String]) -> JSONSchema {
        JSONSchema(["type": "string", "enum": .array(values.map(JSONValue.string))])
    }

    static func list(of element: JSONSchema) -> JSONSchema {
        JSONSchema(["type": "array", "items": .object(element.json)])
    }

    /// One of the document's own schemas.
    static func named(_ name: String) -> JSONSchema { JSONSchema(["$ref": .string("#/components/schemas/\(name)")]) }

    /// An object with members that must be there and others that may; answers may grow, so any other is allowed.
    static func object(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        let all = (Array(required) + Array(optional)).map { ($0.key, JSONValue.object($0.value.json)) }
        var json: JSONObject = ["type": "object", "properties": .object(JSONObject(all))]
        if !required.isEmpty { json["required"] = .array(required.map { .string($0.key) }) }
        return JSONSchema(json)
    }

    /// The body of a request: a member that is not described is refused.
    static func body(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        var json = object(required, optional).json
        json["additionalProperties"] = false
        return JSONSchema(json)
    }
}
