import AppStoreModels
import HTTPServing
import HTTPTypes

/// One thing that a running purchase server can be asked, as its OpenAPI document tells it.
struct APIOperation: Sendable {
    /// Where in the document it stands.
    enum Part: String, Sendable, CaseIterable {
        case app = "For apps", server = "For your servers", keys = "Keys", appStore = "For the App Store",
            operation = "Operation"
    }

    /// What is sent, or comes back.
    enum Content: Sendable {
        case json(JSONSchema)
        /// Text of this media type.
        case text(String)
        case nothing
    }

    /// A status of a request that is not carried out.
    struct Refusal: Sendable {
        let status: Int
        let meaning: String
    }

    let part: Part
    let method: HTTPRequest.Method
    /// With parameters in braces.
    let path: String
    let summary: String
    /// Who may ask; nil for anybody.
    var demand: KeyMiddleware.Demand?
    /// Parameters behind the question mark; all may be left out.
    var queries: [(name: String, schema: JSONSchema)] = []
    var body: Content = .nothing
    var needsBody = false
    /// Whether a secret stands in the answer, which is kept for nobody.
    var issuesSecret = false
    var answers: [(status: Int, meaning: String, content: Content)] = []
    var refusals: [Refusal] = []

    init(
        _ part: Part,
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        for demand: KeyMiddleware.Demand? = nil
    ) {
        (self.part, self.method, self.path, self.summary) = (part, method, path, summary)
        self.demand = demand
    }

    // MARK: Saying more

    func asking(_ name: String, _ schema: JSONSchema) -> Self {
        var new = self
        new.queries.append((name, schema))
        return new
    }

    /// - Parameter isNeeded: Whether there must be a body.
    func taking(_ schema: JSONSchema, isNeeded: Bool = true) -> Self {
        var new = self
        (new.body, new.needsBody) = (.json(schema), isNeeded)
        return new
    }

    func answering(_ schema: JSONSchema, _ meaning: String = "Done.") -> Self { answering(200, schema, meaning) }

    func answering(_ status: Int, _ schema: JSONSchema, _ meaning: String = "Done.") -> Self {
        var new = self
        new.answers.append((status, meaning, .json(schema)))
        return new
    }

    /// An answer without a body.
    func answering(nothing status: Int, _ meaning: String = "Done.") -> Self {
        var new = self
        new.answers.append((status, meaning, .nothing))
        return new
    }

    func answering(text type: String) -> Self {
        var new = self
        new.answers.append((200, "Done.", .text(type)))
        return new
    }

    func issuingSecret() -> Self {
        var new = self
        new.issuesSecret = true
        return new
    }

    func refusing(_ status: Int, _ meaning: String) -> Self {
        var new = self
        new.refusals.append(Refusal(status: status, meaning: meaning))
        return new
    }
}
