import HTTPTypes

extension OpenAPIOperation {
    /// A status of a request that is not carried out. The document tells of each that can come, so that one that it does
    /// not tell of is a defect.
    struct Refusal: Sendable {
        let status: Int
        let meaning: String
        /// Apple answers a bad token in plain text, and everything else in JSON.
        var isPlainText = false
    }

    /// How it can be refused, in the order of the statuses.
    var refusals: [Refusal] {
        switch part {
        case .control, .device: ownRefusals
        case .serverAPI: appleRefusals
        case .receipts, .certificates, .page: plainRefusals
        }
    }

    private var ownRefusals: [Refusal] {
        var refusals = [Self.malformed, Self.foreign]
        if namesSomething { refusals.append(Refusal(status: 404, meaning: "What is named does not exist.")) }
        if dependsOnState { refusals.append(Refusal(status: 409, meaning: "It does not fit the state of the store.")) }
        if takesBody { refusals.append(Self.tooLong) }
        if !answers.contains(where: { $0.status == 503 }), usesClock {
            refusals.append(Self.unwritten)
        }
        return refusals
    }

    private var appleRefusals: [Refusal] {
        let conflict = Refusal(status: 409, meaning: "There is one of that name already.")
        let isUpload = method == .put && (path.contains("messaging/image") || path.contains("messaging/message"))
        return [
            Refusal(status: 400, meaning: "A parameter or the body is wrong; the code says which."),
            Refusal(status: 401, meaning: "The token is not good.", isPlainText: true),
            Refusal(status: 403, meaning: "The state of what is named does not allow it."),
            Refusal(status: 404, meaning: "What is named does not exist in this environment."),
        ] + (isUpload ? [conflict] : []) + [
            Refusal(status: 429, meaning: "A fault on demand limits the rate."),
            Refusal(status: 500, meaning: "A fault on demand, or the store cannot sign or write."),
        ]
    }

    private var plainRefusals: [Refusal] {
        var refusals = [Self.malformed, Self.foreign]
        if path == "/web/{name}" { refusals.append(Refusal(status: 404, meaning: "There is no such file.")) }
        if takesBody { refusals.append(Self.tooLong) }
        if part == .receipts { refusals.append(Self.unwritten) }
        return refusals
    }

    private static let malformed = Refusal(status: 400, meaning: "The query, the path or the body is wrong.")
    private static let foreign = Refusal(
        status: 403,
        meaning: "A page of another site asks, or somebody by a name that is not the store's."
    )
    private static let tooLong = Refusal(status: 413, meaning: "The body is longer than the store takes in.")
    private static let unwritten = Refusal(status: 503, meaning: "The store cannot write at the moment.")

    private var takesBody: Bool {
        if case .nothing = body { false } else { true }
    }

    /// Whether it is about something that has a name, in the path, the query or the body.
    private var namesSomething: Bool { path.contains("{") || takesBody || !query.isEmpty }

    /// Whether more than looking is done, which may come at the wrong time.
    private var dependsOnState: Bool { method != .get }

    /// Whether the store does first what has fallen due, and writes that down.
    private var usesClock: Bool { method != .get || path.contains("{") || path.hasSuffix("snapshot") }
}
