import AppStoreModels
import HTTPServing
import HTTPTypes

extension APIOperation {
    /// The operation as the document has it.
    var json: JSONObject {
        var json: JSONObject = [
            "summary": .string(summary), "tags": [.string(part.rawValue)], "operationId": .string(identifier),
        ]
        let parameters = pathParameters + queryParameters + headParameters
        if !parameters.isEmpty { json["parameters"] = .array(parameters) }
        if let content = Self.content(body) {
            json["requestBody"] = ["required": .bool(needsBody), "content": content]
        }
        switch demand {
        case .app: json["security"] = [["publicKey": []]]
        case .scope(let scope):
            json["security"] = [["secretKey": []]]
            json["description"] = .string("The key needs the scope `\(scope.rawValue)`.")
        case nil: json["security"] = []
        }
        json["responses"] = .object(responses)
        return json
    }

    /// The method and the path.
    private var identifier: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return ([method.rawValue.lowercased()] + words).joined(separator: "-")
    }

    /// Whether it is read with a key, and so has an entity tag.
    private var isTagged: Bool { method == .get && path.hasPrefix("/v1") }

    /// Whether it may be sent again under a key of its own.
    var isRepeatable: Bool { method == .post && demand != nil && part != .keys && !issuesSecret }

    private var pathParameters: [JSONValue] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            Self.parameter(String(part.dropFirst().dropLast()), .text(1...256), "path", isRequired: true)
        }
    }

    private var queryParameters: [JSONValue] {
        allQueries.map { Self.parameter($0.name, $0.schema, "query", isRequired: false) }
    }

    private var headParameters: [JSONValue] {
        var names: [String] = []
        if isTagged { names.append("If-None-Match") }
        if isRepeatable { names.append("Idempotency-Key") }
        return names.map { Self.parameter($0, .text(1...255), "header", isRequired: false) }
    }

    private static func parameter(_ name: String, _ schema: JSONSchema, _ place: String, isRequired: Bool) -> JSONValue
    {
        ["name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": .object(schema.json)]
    }

    private static func content(_ content: Content) -> JSONValue? {
        switch content {
        case .json(let schema): ["application/json": ["schema": .object(schema.json)]]
        case .text(let type): .object(JSONObject([(type, .object([:]))]))
        case .nothing: nil
        }
    }

    private var responses: JSONObject {
        var responses: JSONObject = [:]
        for (status, meaning, content) in answers {
            var response: JSONObject = ["description": .string(meaning)]
            response["content"] = Self.content(content)
            responses[String(status)] = .object(response)
        }
        if isTagged { responses["304"] = ["description": "The same as what `If-None-Match` names."] }
        for refusal in refusals + commonRefusals where responses[String(refusal.status)] == nil {
            responses[String(refusal.status)] = [
                "description": .string(refusal.meaning),
                "content": ["application/problem+json": ["schema": .object(JSONSchema.named("Error").json)]],
            ]
        }
        return responses
    }

    private static let repeatedRefusals = [
        Refusal(status: 409, meaning: "The request of this `Idempotency-Key` is still being carried out."),
        Refusal(status: 413, meaning: "The body is too long."),
        Refusal(status: 422, meaning: "Another request had this `Idempotency-Key`."),
    ]

    private var commonRefusals: [Refusal] {
        let open = [
            Refusal(status: 400, meaning: "The request cannot be read."),
            Refusal(status: 403, meaning: "The key may not do this, or the server is asked by a foreign name."),
        ]
        guard demand != nil else { return open }
        return open + (isRepeatable ? Self.repeatedRefusals : []) + [
            Refusal(status: 401, meaning: "The key is missing, wrong, revoked or expired."),
            Refusal(status: 429, meaning: "The key asks too often; `Retry-After` says when to go on."),
            Refusal(status: 503, meaning: "The server cannot store or read at the moment."),
        ]
    }
}
