/// Why a list of products is empty or too short, as findings with their next steps.
///
/// StoreKit leaves out what it does not sell and says nothing of it. The causes are many, and most are outside of the
/// app's code.
///
/// ```swift
/// let diagnostics = await StoreDiagnostics.run(for: identifiers)
/// print(diagnostics.text)
/// ```
public struct StoreDiagnostics: Sendable, Hashable {
    /// What was asked and seen.
    public let facts: StoreFacts
    /// What was found, the worst first.
    public let findings: [StoreFinding]

    /// Explains facts. The same facts always have the same findings.
    public init(_ facts: StoreFacts) {
        self.facts = facts
        let found = DiagnosticRules(facts: facts).findings
        // What is equally bad stays in the order in which one should look.
        findings = found.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element)
    }

    /// Whether every product was found and nothing stands in the way of buying one.
    public var isFine: Bool { findings.allSatisfy { $0.severity == .fine } }

    /// The findings as a person reads them, with a line on what was asked.
    public var text: String {
        let found = facts.foundIDs.count
        let head = "\(found) of \(facts.requestedIDs.count) products found"
        let surroundings = [
            facts.bundleID.map { "app \($0)" }, facts.environment.map { "environment \($0)" },
            facts.storefront.map { "storefront \($0)" }, facts.system.map { "\($0)" },
        ].compactMap(\.self)
        return ([([head] + surroundings).joined(separator: ", ")] + findings.map(\.description)).joined(separator: "\n")
    }
}
