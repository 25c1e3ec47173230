import AppStoreModels
import HTTPServing
import HTTPTypes

extension OpenAPIOperation {
    /// The operation as the document has it.
    var json: JSONValue {
        var json: JSONObject = [
            "summary": .string(summary), "tags": [.string(part.rawValue)], "operationId": .string(identifier),
        ]
        let parameters = pathParameters + query.map { Self.parameter($0.name, $0.schema, "query", isRequired: false) }
        if !parameters.isEmpty { json["parameters"] = .array(parameters) }
        if let content = Self.content(body) {
            json["requestBody"] = ["required": .bool(needsBody), "content": content]
        }
        if part == .serverAPI { json["security"] = [["token": []]] }
        json["responses"] = .object(responses)
        return .object(json)
    }

    /// The same in every version of the store: the method and the path.
    private var identifier: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return ([method.rawValue.lowercased()] + words).joined(separator: "-")
    }

    private var pathParameters: [JSONValue] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            let name = String(part.dropFirst().dropLast())
            return Self.parameter(name, places[name] ?? .text, "path", isRequired: true)
        }
    }

    private static func parameter(
        _ name: String,
        _ schema: JSONSchema,
        _ place: String,
        isRequired: Bool
    ) -> JSONValue {
        [
            "name": .string(name), "in": .string(place), "required": .bool(isRequired),
            "schema": .object(schema.json),
        ]
    }

    private static func content(_ content: Content) -> JSONValue? {
        switch content {
        case .json(let schema): ["application/json": ["schema": .object(schema.json)]]
        case .bytes(let type): .object(JSONObject([(type, .object([:]))]))
        case .nothing: nil
        }
    }

    private var responses: JSONObject {
        var responses: JSONObject = [:]
        for (status, content) in answers {
            var response: JSONObject = ["description": .string(Self.success(status))]
            response["content"] = Self.content(content)
            responses[String(status)] = .object(response)
        }
        for refusal in refusals {
            let content =
                refusal.isPlainText
                ? ["text/plain": [:]] : Self.content(.json(.named(part == .serverAPI ? "AppStoreError" : "Error")))
            responses[String(refusal.status)] = [
                "description": .string(refusal.meaning), "content": content ?? .null,
            ]
        }
        return responses
    }

    private static func success(_ status: Int) -> String {
        switch status {
        case 202: "It waits, or was begun."
        case 503: "It cannot do its work."
        default: "Done."
        }
    }
}
