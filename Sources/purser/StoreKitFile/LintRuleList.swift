import AppStoreModels
import StoreConfiguration

/// The rules of the linter.
struct LintRuleList {
    let terminal: Terminal
    let isJSON: Bool

    func printRules() {
        guard !isJSON else {
            let rules = LintRule.all.map { rule -> JSONValue in
                [
                    "rule": .string(rule.name), "severity": .string(rule.severity.rawValue),
                    "effect": .string(rule.effect),
                ]
            }
            return terminal.json(.array(rules))
        }
        var table = TextTable(head: ["rule", "severity", "what Xcode or the App Store makes of it"])
        for rule in LintRule.all { table.add(rule.name, rule.severity.rawValue, rule.effect) }
        table.lines(on: terminal).forEach(terminal.line)
    }
}
