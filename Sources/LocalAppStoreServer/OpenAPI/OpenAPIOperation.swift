import AppStoreModels
import HTTPServing
import HTTPTypes

/// One thing that a running store can be asked, as the OpenAPI document tells it.
struct OpenAPIOperation: Sendable {
    /// Where in the document it stands, and how its errors look.
    enum Part: String, Sendable, CaseIterable {
        case control, device, serverAPI = "App Store Server API", receipts = "verifyReceipt", certificates, page
    }

    /// What is sent, or comes back.
    enum Content: Sendable {
        case json(JSONSchema)
        /// Bytes or text of this media type.
        case bytes(String)
        case nothing
    }

    let part: Part
    let method: HTTPRequest.Method
    /// With parameters in braces.
    let path: String
    let summary: String
    var query: [(name: String, schema: JSONSchema)] = []
    /// What the parameters in the path may be, where that is not any text.
    var places: [String: JSONSchema] = [:]
    var body: Content = .nothing
    /// Whether there must be a body.
    var needsBody = false
    /// By status, what it answers when it did what was asked.
    var answers: [(status: Int, content: Content)] = []

    init(_ part: Part, _ method: HTTPRequest.Method, _ path: String, _ summary: String) {
        (self.part, self.method, self.path, self.summary) = (part, method, path, summary)
    }

    // MARK: Saying more

    func asking(_ name: String, _ schema: JSONSchema = .text) -> Self {
        var new = self
        new.query.append((name, schema))
        return new
    }

    /// Says what a parameter in the path may be.
    func naming(_ name: String, _ schema: JSONSchema) -> Self {
        var new = self
        new.places[name] = schema
        return new
    }

    /// - Parameter isNeeded: Whether there must be a body.
    func taking(_ schema: JSONSchema, isNeeded: Bool = true) -> Self {
        var new = self
        (new.body, new.needsBody) = (.json(schema), isNeeded)
        return new
    }

    func taking(bytes type: String) -> Self {
        var new = self
        (new.body, new.needsBody) = (.bytes(type), true)
        return new
    }

    func answering(_ schema: JSONSchema) -> Self { answering(200, schema) }

    func answering(_ status: Int, _ schema: JSONSchema) -> Self {
        var new = self
        new.answers.append((status, .json(schema)))
        return new
    }

    func answering(bytes type: String) -> Self {
        var new = self
        new.answers.append((200, .bytes(type)))
        return new
    }

    func answeringNothing(_ status: Int = 200) -> Self {
        var new = self
        new.answers.append((status, .nothing))
        return new
    }
}
