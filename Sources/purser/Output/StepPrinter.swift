#if Demo && os(Linux)
    import AppStoreModels
    import PurserDemo

    /// Prints the steps of the demonstration, for a person or, one JSON object a line, for a program.
    struct StepPrinter: Sendable {
        let terminal: Terminal
        let isJSON: Bool

        func heading(_ text: String) {
            guard !isJSON else { return }
            terminal.line(terminal.styled(text, .heading))
        }

        func print(_ step: DemoStep, number: Int) {
            isJSON ? printJSON(step) : printText(step, number: number)
        }

        private func printJSON(_ step: DemoStep) {
            var object: JSONObject = ["step": .string(step.name)]
            for (key, value) in step.facts.members { object[key] = value }
            terminal.json(.object(object), .compact)
        }

        private func printText(_ step: DemoStep, number: Int) {
            let ordinal = String(number).count < 2 ? " \(number)" : String(number)
            terminal.line()
            terminal.line("\(terminal.styled(ordinal, .name))  \(terminal.styled(step.title, .heading))")
            var table = TextTable()
            for detail in step.details { table.add(label(detail), text(detail)) }
            table.lines(on: terminal, indent: 4).forEach(terminal.line)
        }

        private func label(_ detail: DemoStep.Detail) -> String {
            switch detail.kind {
            case .plain: detail.label
            case .passed: "✓ " + detail.label
            case .refused: "✗ " + detail.label
            }
        }

        private func text(_ detail: DemoStep.Detail) -> String {
            switch detail.kind {
            case .plain: detail.text
            case .passed: terminal.styled(detail.text, .good)
            case .refused: terminal.styled(detail.text, .bad)
            }
        }
    }
#endif
