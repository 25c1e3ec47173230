/// One rule and what became of it.
public struct RuleCheck<Rule: Hashable & Sendable, Failure: Error>: Sendable {
    /// The rule.
    public let rule: Rule
    /// What became of it.
    public let outcome: RuleOutcome<Failure>

    package init(_ rule: Rule, _ outcome: RuleOutcome<Failure>) {
        self.rule = rule
        self.outcome = outcome
    }

    /// A rule that was checked.
    package init(_ rule: Rule, failure: Failure?) {
        self.init(rule, failure.map(RuleOutcome.failed) ?? .passed)
    }

    /// Why the rule failed, nil if it did not.
    public var failure: Failure? { outcome.failure }
}

/// What became of a rule.
public enum RuleOutcome<Failure: Error>: Sendable {
    /// Everything is as the rule demands.
    case passed
    /// Something is not, and why.
    case failed(Failure)
    /// There was nothing to look at, and why.
    case notApplicable(String)

    /// Why the rule failed, nil if it did not.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension RuleOutcome: Equatable where Failure: Equatable {}
extension RuleCheck: Equatable where Failure: Equatable {}
