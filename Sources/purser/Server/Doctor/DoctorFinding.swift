import AppStoreModels

/// What one check of `purser server doctor` came to.
struct DoctorFinding: Sendable, Equatable {
    /// How it is.
    enum Outcome: String, Sendable, CaseIterable {
        case good, warning, bad, skipped
    }

    /// A stable name for programs.
    let check: String
    let outcome: Outcome
    /// What was seen; never a secret.
    let seen: String
    /// What to do; nil if nothing.
    let advice: String?

    static func good(_ check: String, _ seen: String) -> Self {
        Self(check: check, outcome: .good, seen: seen, advice: nil)
    }

    static func warning(_ check: String, _ seen: String, _ advice: String) -> Self {
        Self(check: check, outcome: .warning, seen: seen, advice: advice)
    }

    static func bad(_ check: String, _ seen: String, _ advice: String) -> Self {
        Self(check: check, outcome: .bad, seen: seen, advice: advice)
    }

    static func skipped(_ check: String, _ seen: String, _ advice: String? = nil) -> Self {
        Self(check: check, outcome: .skipped, seen: seen, advice: advice)
    }

    var json: JSONObject {
        var object: JSONObject = ["check": .string(check), "outcome": .string(outcome.rawValue), "seen": .string(seen)]
        object["advice"] = advice.map { .string($0) }
        return object
    }
}
