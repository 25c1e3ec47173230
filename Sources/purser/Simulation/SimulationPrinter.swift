#if Demo && os(Linux)
    import AppStoreModels
    import Foundation
    import Simulation

    /// Prints what came of stories, for a person or, one JSON object a line, for a program.
    struct SimulationPrinter: Sendable {
        let terminal: Terminal
        let isJSON: Bool
        /// Whether what came of each step is printed, too.
        let hasTrace: Bool

        func print(_ result: SimulationCampaign.Result) {
            print(result.outcome, seed: result.seed)
            guard let story = result.shortStory, let json = try? story.json else { return }
            if isJSON {
                guard let value = try? JSONValue(parsing: json) else { return }
                terminal.json(["seed": number(result.seed), "shortStory": value], .compact)
            } else {
                terminal.line(
                    "  as short as it fails, \(story.steps.count) steps: \(result.shortFinding?.description ?? "")"
                )
                for line in String(decoding: json, as: UTF8.self).split(separator: "\n") { terminal.line("  \(line)") }
            }
        }

        func print(_ outcome: SimulationOutcome, seed: UInt64) {
            if hasTrace { for line in outcome.trace { isJSON ? printJSON(trace: line) : terminal.line("    \(line)") } }
            if isJSON {
                var json: JSONObject = [
                    "seed": number(seed), "stepCount": .number(JSONNumber(outcome.steps)),
                    "days": .number(JSONNumber(Int(outcome.days))), "digest": .string(outcome.digest),
                ]
                if let finding = outcome.finding {
                    json["ruleNumber"] = .number(JSONNumber(finding.rule))
                    json[string: "seen"] = finding.seen
                }
                terminal.json(.object(json), .compact)
                return
            }
            let sum = "seed \(seed): \(outcome.steps) steps, \(Int(outcome.days)) days, \(outcome.digest.prefix(16))"
            guard let finding = outcome.finding else { return terminal.line("\(terminal.styled("✓", .good)) \(sum)") }
            terminal.line("\(terminal.styled("✗", .bad)) \(sum)")
            let name = SimulationRule.all.first { $0.number == finding.rule }?.name ?? "the simulator goes on"
            terminal.line("  after step \(finding.step) rule \(finding.rule) does not hold (\(name)):")
            terminal.line("  \(finding.seen)")
        }

        func printRules() {
            for rule in SimulationRule.all {
                if isJSON {
                    let json: JSONObject = [
                        "number": .number(JSONNumber(rule.number)), "name": .string(rule.name),
                        "statement": .string(rule.statement), "moment": .string(rule.moment.rawValue),
                    ]
                    terminal.json(.object(json), .compact)
                } else {
                    terminal.line("\(rule.number). \(terminal.styled(rule.name, .heading)). \(rule.statement)")
                }
            }
        }

        func fail(_ error: any Error) {
            guard !(error is InputError) else {
                return terminal.complain("file-unusable", "\(error)", json: isJSON, .compact)
            }
            terminal.complain("simulation", "\(error)", json: isJSON, .compact)
        }

        private func printJSON(trace line: String) { terminal.json(["trace": .string(line)], .compact) }

        /// A seed may be larger than the whole numbers of JSON readers.
        private func number(_ seed: UInt64) -> JSONValue { .string(String(seed)) }
    }
#endif
