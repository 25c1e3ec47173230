import AppStoreModels

extension LintFinding {
    init(_ report: LintReport, location: TextLocation?) {
        self.init(rule: report.rule, path: report.path.description, location: location, message: report.message)
    }

    /// A finding about bytes.
    init(_ rule: LintRule, at offset: Int, _ message: String, in bytes: [UInt8]) {
        let location = TextLocation(byteOffset: offset, in: bytes)
        self.init(rule: rule, path: "", location: location, message: message)
    }

    /// A text that cannot be read.
    init(_ error: JSONError, in bytes: [UInt8]) {
        switch error.code {
        case .duplicateKey:
            self.init(
                .duplicateMember,
                at: error.offset,
                "this member stands here a second time; remove one",
                in: bytes
            )
        case .notAnObject:
            self.init(.notAConfiguration, at: 0, "a configuration is one JSON object", in: bytes)
        default:
            self.init(.notJSON, at: error.offset, "\(error.code.rawValue): the rest was not looked at", in: bytes)
        }
    }

    /// Reports with their places, in the order of the text. The text is walked once, however many there are.
    static func located(_ reports: [LintReport], in bytes: [UInt8]) -> [LintFinding] {
        let offsets = ValueLocator.offsets(of: reports.map(\.path), in: bytes)
        let ordered = zip(reports, offsets).enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
        let locations = TextLocation.locations(ofSorted: ordered.map(\.element.1), in: bytes)
        return zip(ordered, locations).map { LintFinding($0.element.0, location: $1) }
    }
}

extension [LintFinding] {
    /// The findings, in order, with one more at its place.
    func merged(with finding: LintFinding) -> [LintFinding] {
        let index = firstIndex { ($0.location ?? .start) > (finding.location ?? .start) } ?? endIndex
        return Array(self[..<index]) + [finding] + Array(self[index...])
    }
}
