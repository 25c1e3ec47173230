/// The name that somebody probably meant.
struct NearestName {
    let known: [String]

    /// The known name with the fewest letters that differ; nil if none is near.
    func to(_ name: String) -> String? {
        let wanted = Array(name.lowercased().prefix(64))
        let ranked = known.map { ($0, Self.distance(wanted, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, wanted.count / 3) else { return nil }
        return best.0
    }

    /// A half sentence for the end of an error.
    func hint(for name: String) -> String {
        to(name).map { "did you mean \($0)?" } ?? "known are: \(known.sorted().joined(separator: ", "))"
    }

    /// How many letters must be put in, taken away or changed to make one text the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[right.count]
    }
}
