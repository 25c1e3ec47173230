import Foundation

/// What tests with a local store cost, measured by `purser-costs` in both builds: everybody tests in debug.
struct TestCosts {
    /// Seconds of a happening: the first one in a process, and the best of those after it.
    private struct Seconds {
        let first: Double
        let later: Double
    }

    private let debug: [String: Seconds]
    private let release: [String: Seconds]

    /// - Parameters:
    ///   - debug: `purser-costs`, built in debug.
    ///   - release: The same, built in release.
    init(debug: String, release: String) throws {
        self.debug = try Self.costs(program: debug)
        self.release = try Self.costs(program: release)
    }

    var markdown: String {
        get throws {
            """
            ## What tests cost

            Milliseconds of processor time, all threads together, in a session with a store and a device of its own. What is
            wanted of a release build is a tenth. *With its receipt*: the app reads the receipt whenever it hears of a purchase;
            else none is made. The first receipt of a process makes the RSA key that signs it, which takes most of its time and
            differs by several times from run to run.

            | | debug | wanted | release |
            |---|---:|---:|---:|
            \(try rows.joined(separator: "\n"))

            """
        }
    }

    private var rows: [String] {
        get throws {
            [
                try row("first session of a process", "session", \.first, wanted: "200"),
                try row("each after it", "session", \.later, wanted: "5"),
                try row("a purchase seen by the app", "purchase", \.later, wanted: "3"),
                try row("the same, with its receipt", "purchase-with-receipt", \.later),
                try row("the first receipt of a process", "purchase-with-receipt", \.first),
                try row("a year of renewals seen by the app", "renewals", \.later, wanted: "5"),
                try row("the same, with its receipt", "renewals-with-receipt", \.later),
                try row("a receipt of 13 records made and validated", "receipt", \.later, wanted: "20"),
            ]
        }
    }

    private func row(
        _ title: String,
        _ name: String,
        _ time: KeyPath<Seconds, Double>,
        wanted: String = "–"
    ) throws -> String {
        guard let debug = debug[name], let release = release[name] else {
            throw BenchmarkError("purser-costs did not say what \(name) costs")
        }
        let cells = [(debug[keyPath: time] * 1000).short, wanted, (release[keyPath: time] * 1000).short]
        return "| \(title) | \(cells.joined(separator: " | ")) |"
    }

    private static func costs(program: String) throws -> [String: Seconds] {
        let lines = try ShellCommand([program]).output().split(separator: "\n")
        return try lines.reduce(into: [:]) { costs, line in
            let words = line.split(separator: " ")
            guard words.count == 3, let first = Double(words[1]), let later = Double(words[2]) else {
                throw BenchmarkError("\(program) says \(line)")
            }
            costs[String(words[0])] = Seconds(first: first, later: later)
        }
    }
}
