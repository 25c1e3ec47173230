import AppStoreModels

/// What a JSON value may be, in the words of JSON Schema, which OpenAPI 3.1 uses.
struct JSONSchema: Sendable {
    let json: JSONObject

    init(_ json: JSONObject) { self.json = json }

    static let text = JSONSchema(["type": "string"])
    static let flag = JSONSchema(["type": "boolean"])
    static let integer = JSONSchema(["type": "integer"])
    static let number = JSONSchema(["type": "number"])
    /// Milliseconds since 1970.
    static let date = JSONSchema(["type": "integer", "minimum": 0])
    /// A moment as RFC 3339 has it.
    static let moment = JSONSchema(["type": "string", "format": "date-time"])
    /// A date in requests: for people also a moment or a day.
    static let dateOrMoment = JSONSchema([
        "anyOf": [
            ["type": "integer", "minimum": 0, "maximum": 253_402_300_799_999],
            ["type": "string", "format": "date-time"], ["type": "string", "format": "date"],
        ]
    ])
    static let uuid = JSONSchema(["type": "string", "format": "uuid"])
    /// An object that tells more than is described.
    static let something = JSONSchema(["type": "object"])
    /// A body that may be missing; if there is one it has no members.
    static let nothing = JSONSchema.body([:])

    static func choice(_ values: String...) -> JSONSchema { choice(values) }

    static func choice(_ values: [String]) -> JSONSchema {
        JSONSchema(["type": "string", "enum": .array(Set(values).sorted().map(JSONValue.string))])
    }

    static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
            "maximum": .number(JSONNumber(range.upperBound)),
        ])
    }

    static func list(of element: JSONSchema) -> JSONSchema {
        JSONSchema(["type": "array", "items": .object(element.json)])
    }

    /// One of the document's own schemas.
    static func named(_ name: String) -> JSONSchema { JSONSchema(["$ref": .string("#/components/schemas/\(name)")]) }

    /// An object with members that must be there, others that may, and any that are not described: answers may grow.
    static func object(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema> = [:]
    )
        -> JSONSchema
    {
        JSONSchema(members(required, optional))
    }

    /// The body of a request: a member that is not described is refused.
    static func body(_ required: KeyValuePairs<String, JSONSchema>, _ optional: KeyValuePairs<String, JSONSchema> = [:])
        -> JSONSchema
    {
        var json = members(required, optional)
        json["additionalProperties"] = false
        return JSONSchema(json)
    }

    /// The same, or null.
    var orNull: JSONSchema { JSONSchema(["anyOf": [.object(json), ["type": "null"]]]) }

    private static func members(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema>
    ) -> JSONObject {
        let all = (Array(required) + Array(optional)).map { ($0.key, JSONValue.object($0.value.json)) }
        var json: JSONObject = ["type": "object", "properties": .object(JSONObject(all))]
        if !required.isEmpty { json["required"] = .array(required.map { .string($0.key) }) }
        return json
    }
}
