package import AppStoreModels

/// What a JSON value may be, in the words of JSON Schema, which OpenAPI 3.1 uses.
package struct JSONSchema: Sendable {
    /// The schema as the document has it.
    package let json: JSONObject

    /// A schema in its own words.
    package init(_ json: JSONObject) { self.json = json }

    package static let text = JSONSchema(["type": "string"])
    package static let flag = JSONSchema(["type": "boolean"])
    /// Whatever the article says.
    package static let any = JSONSchema([:])
    package static let integer = JSONSchema(["type": "integer"])
    package static let number = JSONSchema(["type": "number"])
    /// Milliseconds since 1970, to the end of the year 9999.
    package static let date = JSONSchema(["type": "integer", "minimum": 0, "maximum": 253_402_300_799_999])
    /// A day of the calendar, `2026-01-31`.
    package static let day = JSONSchema(["type": "string", "format": "date"])
    /// A moment as RFC 3339 has it.
    package static let moment = JSONSchema(["type": "string", "format": "date-time"])
    /// A date in requests: for people also a moment or a day.
    package static let dateOrMoment = JSONSchema([
        "anyOf": [
            .object(date.json), ["type": "string", "format": "date-time"], ["type": "string", "format": "date"],
        ]
    ])
    package static let uuid = JSONSchema(["type": "string", "format": "uuid"])
    /// An object that tells more than is described.
    package static let something = JSONSchema(["type": "object"])
    /// A body that may be missing; if there is one it has no members.
    package static let nothing = JSONSchema.body([:])

    package static func text(_ lengths: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "string", "minLength": .number(JSONNumber(lengths.lowerBound)),
            "maxLength": .number(JSONNumber(lengths.upperBound)),
        ])
    }

    package static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "integer", "minimum": .number(JSONNumber(range.lowerBound)),
            "maximum": .number(JSONNumber(range.upperBound)),
        ])
    }

    package static func choice(_ values: String...) -> JSONSchema { choice(values) }

    package static func choice(_ values: [String]) -> JSONSchema {
        JSONSchema(["type": "string", "enum": .array(Set(values).sorted().map(JSONValue.string))])
    }

    package static func list(of element: JSONSchema) -> JSONSchema {
        JSONSchema(["type": "array", "items": .object(element.json)])
    }

    /// One of the document's own schemas.
    package static func named(_ name: String) -> JSONSchema {
        JSONSchema(["$ref": .string("#/components/schemas/\(name)")])
    }

    /// An object with members that must be there, others that may, and any that are not described: answers may grow.
    package static func object(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        JSONSchema(members(required, optional))
    }

    /// The body of a request: a member that is not described is refused.
    package static func body(
        _ required: KeyValuePairs<String, JSONSchema>,
        _ optional: KeyValuePairs<String, JSONSchema> = [:]
    ) -> JSONSchema {
        var json = members(required, optional)
        json["additionalProperties"] = false
        return JSONSchema(json)
    }

    /// The same, or null.
    package var orNull: JSONSchema { JSONSchema(["anyOf": [.object(json), ["type": "null"]]]) }

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
