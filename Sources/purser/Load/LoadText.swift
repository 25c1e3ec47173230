import ServerLoad

/// What came of `purser load`, for a person.
struct LoadText {
    let result: LoadResult

    private static let percentiles = [("P50", 50.0), ("P90", 90), ("P99", 99), ("P99.9", 99.9), ("P99.99", 99.99)]

    func lines(on terminal: Terminal) -> [String] {
        let total = result.total
        var lines = [
            "\(total.response.count) answers in \(number(result.seconds)) s, \(number(result.rate)) a second"
        ]
        var table = TextTable(
            head: ["MILLISECONDS", "COUNT", "MEAN"] + Self.percentiles.map(\.0) + ["LONGEST"]
        )
        for kind in LoadKind.allCases {
            if let part = result.parts[kind] { table.add(row(kind.rawValue, part.response)) }
        }
        table.add(row("all", total.response))
        table.add(row("all, from when sent", total.service))
        lines += table.lines(on: terminal)
        lines += remarks(total, terminal)
        return lines
    }

    private func row(_ name: String, _ histogram: LatencyHistogram) -> [String] {
        [name, "\(histogram.count)", milliseconds(histogram.mean)]
            + Self.percentiles.map { milliseconds(Double(histogram.value(at: $0.1))) }
            + [milliseconds(Double(histogram.maximum))]
    }

    private func remarks(_ total: LoadResult.Part, _ terminal: Terminal) -> [String] {
        var remarks: [String] = []
        if total.unchangedCount > 0 {
            remarks.append("\(total.unchangedCount) look-ups had not changed (304)")
        }
        for (failure, count) in total.failures.sorted(by: { $0.key < $1.key }) {
            remarks.append(terminal.styled("\(count) were not answered as they should be: \(failure)", .bad))
        }
        if result.unsentCount > 0 {
            remarks.append(
                terminal.styled(
                    "\(result.unsentCount) were due and could not be sent: the server does not keep up, and is slower than this",
                    .bad
                )
            )
        }
        if result.generatorDelay > 10_000 {
            let delay = milliseconds(Double(result.generatorDelay))
            remarks.append("this machine was late by up to \(delay) ms by itself; that is not in the numbers")
        }
        for (kind, count) in result.repetitions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
            remarks.append(
                "what is sent of the kind \(kind.rawValue) began again \(count) times; take more --customers"
            )
        }
        return remarks
    }

    private func milliseconds(_ microseconds: Double) -> String { number(microseconds / 1_000) }

    /// Three digits, as many as are measured.
    private func number(_ value: Double) -> String {
        if value == value.rounded() { return String(Int(value)) }
        let digits = value >= 100 ? 1.0 : value >= 10 ? 10 : value >= 1 ? 100 : 1_000
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
    }
}
