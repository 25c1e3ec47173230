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
    static let introduction = """
        ## PostgreSQL

        A PostgreSQL of its own on the same machine, whose commits are durable; the contenders take turns, and the best turn of each
        counts; of look-ups with few customers and with many, the median of the seconds. *This module* is `PostgreSQLConnection` alone,
        *storage* is what the purchase server does with a notification or for a look-up, without HTTP and signatures.

        """

    static func table(_ title: String, _ measured: [Measured]) -> String {
        let lines = measured.map { measured in
            let share = measured.share.map { "\(Double(Int($0 * 100)) / 100)" } ?? ""
            return "| \(measured.name) | \(Int(measured.perSecond)) | \(share) |"
        }
        let head = ["### \(title)", "", "| contender | a second | of the first |", "|---|---:|---:|"]
        return (head + lines + [""]).joined(separator: "\n")
    }
}

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
