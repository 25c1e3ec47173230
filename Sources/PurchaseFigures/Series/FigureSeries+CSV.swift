extension FigureSeries {
    /// The series as a table of RFC 4180: one line for each point, money and shares as exact decimals.
    ///
    /// Columns: `line`, `segment`, `start`, `end`, `step`, `value`, `part`, `whole`, `isComplete`. `part` and `whole`
    /// are what a share or an average is made of. A text that a spreadsheet would take for a formula has an
    /// apostrophe before it.
    public var csv: String {
        let head = "line,segment,start,end,step,value,part,whole,isComplete"
        let rows = lines.flatMap { line in
            line.points.map { point in
                let (part, whole) = point.value.parts
                return [
                    Self.cell(line.name), Self.cell(line.segment ?? ""), point.start.description,
                    point.end.description, point.step.map { String($0) } ?? "", point.value.text ?? "", part, whole,
                    point.isComplete ? "true" : "false",
                ].joined(separator: ",")
            }
        }
        return ([head] + rows).map { $0 + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension FigureValue {
    fileprivate var parts: (part: String, whole: String) {
        switch self {
        case .count, .money: ("", "")
        case .share(let part, let whole): (part.description, whole.description)
        case .average(let total, let count): (total.description, String(count))
        }
    }
}
