import AppStoreModels

/// What came out of checking a JWS, for a person and for a program.
struct JWSExamination {
    /// One rule and what became of it.
    struct Check {
        let name: String
        /// What the rule has shown, or why it failed.
        let text: String
        /// The stable name of the failure, nil unless it failed.
        let failure: String?
        /// Whether there was nothing to compare.
        let isSkipped: Bool

        static func passed(_ name: String, _ text: String) -> Check {
            Check(name: name, text: text, failure: nil, isSkipped: false)
        }
        static func skipped(_ name: String, _ text: String) -> Check {
            Check(name: name, text: text, failure: nil, isSkipped: true)
        }
        static func failed(_ name: String, _ code: String, _ reason: String) -> Check {
            Check(name: name, text: reason, failure: code, isSkipped: false)
        }
    }

    /// Which JWS this is about: the whole, or the place of a part.
    let name: String
    var checks: [Check] = []
    /// The payload, once its signature is known to be good.
    var payload: JSONObject?
    var nested: [JWSExamination] = []

    /// Whether no rule failed here or in a part.
    var isValid: Bool { failures.isEmpty }

    private var failures: [Check] { checks.filter { $0.failure != nil } + nested.flatMap(\.failures) }

    func lines(on terminal: Terminal) -> [String] {
        let verdict =
            isValid
            ? terminal.styled("The JWS is valid.", .good)
            : terminal.styled("The JWS is not valid: \(failures.first?.failure ?? "")", .bad)
        return checkLines(on: terminal) + [verdict]
    }

    private func checkLines(on terminal: Terminal) -> [String] {
        var table = TextTable()
        for check in checks { table.add(mark(of: check, terminal), check.name, text(of: check)) }
        var lines = table.lines(on: terminal)
        for part in nested { lines += [terminal.styled(part.name, .heading)] + part.checkLines(on: terminal) }
        return lines
    }

    private func text(of check: Check) -> String {
        check.failure.map { "\($0): \(check.text)" } ?? check.text
    }

    private func mark(of check: Check, _ terminal: Terminal) -> String {
        if check.isSkipped { return terminal.styled("–", .quiet) }
        return check.failure == nil ? terminal.styled("✓", .good) : terminal.styled("✗", .bad)
    }

    var json: JSONObject {
        var object: JSONObject = ["valid": .bool(isValid), "failures": .array(failures.map(Self.object))]
        object[string: "kind"] = payload.flatMap(SignedPayloadKind.init(recognizing:))?.rawValue
        object[object: "payload"] = payload
        if !nested.isEmpty {
            object[object: "nested"] = JSONObject(nested.map { ($0.name, .object($0.json)) })
        }
        return object
    }

    private static func object(_ check: Check) -> JSONValue {
        ["rule": .string(check.failure ?? ""), "check": .string(check.name), "reason": .string(check.text)]
    }
}
