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
            wanted of a release build is a tenth of what is wanted of a debug build. *With its receipt*: the app reads the
            receipt whenever it hears of a purchase; else none is made. The first receipt of a process makes the RSA key that
            signs it, which takes most of its time and differs by several times from run to run.

            | | debug | wanted | met | release | wanted | met |
            |---|---:|---:|---|---:|---:|---|
            \(try rows.joined(separator: "\n"))

            The same on both of Apple's interfaces, for an app that is launched and listens. Proof is the receipt on StoreKit 1,
            and the JWS of each transaction on StoreKit 2; it is made when the app looks. Of StoreKit 2 no more is wanted than
            of StoreKit 1.

            | | StoreKit 1, debug | StoreKit 2, debug | met | StoreKit 1, release | StoreKit 2, release | met |
            |---|---:|---:|---|---:|---:|---|
            \(try sides.joined(separator: "\n"))

            """
        }
    }

    private var rows: [String] {
        get throws {
            [
                try row("first session of a process, without a receipt", ["session"], \.first, wanted: 200),
                try row(
                    "the same, with its first purchase and receipt",
                    ["session", "purchase-with-receipt"],
                    \.first,
                    wanted: 200
                ),
                try row("each session after it", ["session"], \.later, wanted: 5),
                try row("a purchase seen by the app", ["purchase"], \.later, wanted: 3),
                try row("the same, with its receipt", ["purchase-with-receipt"], \.later),
                try row("a year of renewals seen by the app", ["renewals"], \.later, wanted: 5),
                try row("the same, with its receipt", ["renewals-with-receipt"], \.later),
                try row("a receipt of 13 records made and validated", ["receipt"], \.later, wanted: 20),
            ]
        }
    }

    private var sides: [String] {
        get throws {
            [
                try side("a session and a launch of the app", "launch-1", "launch-2"),
                try side("a purchase, delivered and finished", "purchase", "purchase-2"),
                try side("the same, with proof", "purchase-with-receipt", "purchase-with-signature-2"),
                try side("a year of renewals, each told and finished", "renewals", "renewals-2"),
                try side("the same, with proof of each", "renewals-with-receipt", "renewals-with-signature-2"),
            ]
        }
    }

    /// - Parameters:
    ///   - first: The cost on StoreKit 1.
    ///   - second: The same on StoreKit 2.
    private func side(_ title: String, _ first: String, _ second: String) throws -> String {
        let cells = try [debug, release].flatMap { costs in
            guard let one = costs[first]?.later, let other = costs[second]?.later else {
                throw BenchmarkError("purser-costs did not say what \(first) or \(second) costs")
            }
            return [(one * 1000).short, (other * 1000).short, other <= one ? "yes" : "**no**"]
        }
        return "| \(title) | \(cells.joined(separator: " | ")) |"
    }

    /// - Parameters:
    ///   - names: The costs that the row adds up.
    ///   - wanted: Milliseconds in a debug build; nil where nothing was promised.
    private func row(
        _ title: String,
        _ names: [String],
        _ time: KeyPath<Seconds, Double>,
        wanted: Double? = nil
    ) throws -> String {
        let cells = try [(debug, 1.0), (release, 0.1)].flatMap { costs, share in
            let milliseconds = try names.reduce(0) { sum, name in
                guard let cost = costs[name] else {
                    throw BenchmarkError("purser-costs did not say what \(name) costs")
                }
                return sum + cost[keyPath: time] * 1000
            }
            guard let limit = wanted.map({ $0 * share }) else { return [milliseconds.short, "–", "–"] }
            return [milliseconds.short, String(format: "%g", limit), milliseconds <= limit ? "yes" : "**no**"]
        }
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
