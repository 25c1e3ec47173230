import Foundation

/// What tests with a local store cost, measured by `purser-costs` in both builds: everybody tests in debug.
struct TestCosts {
    /// Seconds of a happening: the first one in a process, and the best of those after it.
    private struct Seconds {
        let first: Double
        let later: Double
    }

    /// What `purser-costs` said in one build.
    private struct Costs {
        var each: [String: Seconds] = [:]
        /// The medians of those that are compared with each other.
        var compared: [String: Double] = [:]
    }

    private let debug: Costs
    private let release: Costs

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

            Milliseconds of processor time, all threads together, in a session with a store and a device of its own. On Linux all
            threads share one processor: what it takes to wake another one is the machine's, and differs from run to run. What
            is wanted of a release build is a tenth of what is wanted of a debug build. *With its receipt*: the app reads the
            receipt whenever it hears of a purchase; else none is made. The first receipt of a process makes the RSA key that
            signs it, which takes most of its time and differs by several times from run to run.

            | | debug | wanted | met | release | wanted | met |
            |---|---:|---:|---|---:|---:|---|
            \(try rows.joined(separator: "\n"))

            The same on both of Apple's interfaces, for an app that is launched and listens. Proof is the receipt on StoreKit 1,
            and the JWS of each transaction on StoreKit 2; it is made when the app looks. Both take turns, in many sessions of
            their own; the time is the median. Of StoreKit 2 no more is wanted than of StoreKit 1.

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
                try side("a session and a launch of the app", "launch"),
                try side("the same, with its product asked for and bought", "first-purchase"),
                try side("a purchase after it, delivered and finished", "purchase"),
                try side("the same, with proof", "purchase-with-proof"),
                try side("a year of renewals, each told and finished", "renewals"),
                try side("the same, with proof of each", "renewals-with-proof"),
            ]
        }
    }

    private func side(_ title: String, _ name: String) throws -> String {
        let cells = try [debug, release].flatMap { costs in
            guard let one = costs.compared["\(name)-1"], let other = costs.compared["\(name)-2"] else {
                throw BenchmarkError("purser-costs did not say what \(name) costs on each interface")
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
                guard let cost = costs.each[name] else {
                    throw BenchmarkError("purser-costs did not say what \(name) costs")
                }
                return sum + cost[keyPath: time] * 1000
            }
            guard let limit = wanted.map({ $0 * share }) else { return [milliseconds.short, "–", "–"] }
            return [milliseconds.short, String(format: "%g", limit), milliseconds <= limit ? "yes" : "**no**"]
        }
        return "| \(title) | \(cells.joined(separator: " | ")) |"
    }

    /// Runs its first argument on the first processor that it may use, where there is what does that.
    private static let onOneProcessor = #"""
        command -v taskset > /dev/null || exec "$0"
        exec taskset -c "$(taskset -c -p $$ | sed 's/.*: *//; s/[-,].*//')" "$0"
        """#

    private static func costs(program: String) throws -> Costs {
        let lines = try ShellCommand(["sh", "-c", onOneProcessor, program]).output().split(separator: "\n")
        return try lines.reduce(into: Costs()) { costs, line in
            let words = line.split(separator: " ")
            let (name, times) = (words.first.map(String.init) ?? "", words.dropFirst().compactMap { Double($0) })
            switch (words.count, times.count) {
            case (3, 2): costs.each[name] = Seconds(first: times[0], later: times[1])
            case (2, 1): costs.compared[name] = times[0]
            default: throw BenchmarkError("\(program) says \(line)")
            }
        }
    }
}
