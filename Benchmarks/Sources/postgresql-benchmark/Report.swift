/// What a contender did.
struct Measured {
    let name: String
    let perSecond: Double
    /// How much of what it is compared with.
    let share: Double?

    init(_ name: String, _ perSecond: Double, of limit: Double? = nil) {
        self.name = name
        self.perSecond = perSecond
        share = limit.map { perSecond / $0 }
    }
}

/// Tables of what was measured.
enum Report {
    static func table(_ title: String, _ measured: [Measured]) -> String {
        let lines = measured.map { measured in
            let share = measured.share.map { "\(Double(Int($0 * 100)) / 100)" } ?? ""
            return "| \(measured.name) | \(Int(measured.perSecond)) | \(share) |"
        }
        let head = ["## \(title)", "", "| contender | a second | of the first |", "|---|---:|---:|"]
        return (head + lines + [""]).joined(separator: "\n")
    }
}

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
