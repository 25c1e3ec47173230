import AppReceipt
import AppStoreModels
import AppStoreServerClient
import AppStoreTrust

extension SignedDataExamination {
    /// The document, decoded where its signature is good, and what became of every rule.
    func document(_ compact: String) -> JSONObject {
        var json: JSONObject = ["isValid": .bool(isValid), "jws": .string(compact)]
        json[string: "kind"] = kind?.rawValue ?? "unknown"
        json[object: "payload"] = jws?.json
        json[array: "checks"] = checks.map { .object($0.json) }
        json[string: "member"] = member
        json[array: "parts"] = parts.isEmpty ? nil : parts.map { .object($0.document($0.compact)) }
        return json
    }
}

extension RuleCheck where Rule: RawRepresentable, Rule.RawValue == String, Failure: RuleFailure {
    var json: JSONObject {
        var json: JSONObject = ["rule": .string(rule.rawValue)]
        switch outcome {
        case .passed: json[string: "outcome"] = "passed"
        case .notApplicable(let reason):
            json[string: "outcome"] = "notApplicable"
            json[string: "reason"] = reason
        case .failed(let error):
            json[string: "outcome"] = "failed"
            json[string: "reason"] = error.words
        }
        return json
    }
}

/// Why a rule failed, with the code that programs know it by.
protocol RuleFailure: Error {
    var words: String { get }
}

extension TrustError: RuleFailure {
    var words: String { "\(code.rawValue): \(reason)" }
}

extension AppReceiptError: RuleFailure {
    var words: String { "\(code.rawValue): \(reason)" }
}

extension OldStyleNotificationFailure: RuleFailure {
    var words: String { description }
}
