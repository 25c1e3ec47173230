/// What the command line asks for.
struct Options {
    /// A short run, good enough to see whether everything works.
    var isQuick = false
    /// The day that `RESULTS.md` shall name; left out if nil.
    var date: String?
    /// Where the table is written to; nil to only print it.
    var output: String?
    /// Only one section, by a word of its title; the others are left out.
    var only: String?
    /// Only one kind of work, many times, for a profiler: `receipt-5`, `fields-1000`, `pending-1000`, `verify-15`, `jws`
    var profile: String?
    /// Measure memory in this process, on the receipt in this file.
    var memoryProbe: String?

    /// Measure a store with so many subscribers in this process.
    var storeProbe: String?
    /// Measure the log of a store with so many subscribers in this process.
    var logProbe: String?
    /// Measure a purchase server with an account of so many transactions in this process.
    var answerProbe: String?
    /// What that account bought.
    var answerMix = AnswerScale.Mix.half
    /// Serve a local store with so many accounts, and an empty route, in this process.
    var lookupProbe: String?
    /// Serve a purchase server with so many customers, and an empty route, in this process.
    var statementProbe: String?
    /// Make so many copies of the customer in `database`.
    var copiesProbe: String?
    var database: String?
    /// Serve a purchase server, and make so many notifications for it, in this process.
    var ingestProbe: String?
    /// Make figures of so many customers in this process.
    var figureProbe: String?

    /// The tool in release, whose servers are loaded; they are left out if nil.
    var tool: String?

    /// `purser-costs` in debug and in release; what tests cost is left out if either is nil.
    var debugCosts: String?
    var releaseCosts: String?
    /// What `scripts/measure-linking` printed; left out if nil.
    var linking: String?
    /// What `postgresql-benchmark` printed; left out if nil.
    var postgresql: String?
    /// What `scripts/measure-first-paint` printed; left out if nil.
    var firstPaint: String?

    static let usage = """
        usage: purser-benchmarks [--quick] [--date YYYY-MM-DD] [--output FILE] [--tool FILE] \
        [--debug-costs FILE --release-costs FILE] [--linking FILE] [--first-paint FILE] [--postgresql FILE] [--only WORD] [--profile receipt-N|fields-N|pending-N|verify-N|jws]
        """

    init(_ arguments: some Sequence<String>) throws {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--date": date = try Self.value(of: argument, arguments.next())
            case "--output": output = try Self.value(of: argument, arguments.next())
            case "--tool": tool = try Self.value(of: argument, arguments.next())
            case "--debug-costs": debugCosts = try Self.value(of: argument, arguments.next())
            case "--release-costs": releaseCosts = try Self.value(of: argument, arguments.next())
            case "--linking": linking = try Self.value(of: argument, arguments.next())
            case "--first-paint": firstPaint = try Self.value(of: argument, arguments.next())
            case "--postgresql": postgresql = try Self.value(of: argument, arguments.next())
            case "--profile": profile = try Self.value(of: argument, arguments.next())
            case "--memory-probe": memoryProbe = try Self.value(of: argument, arguments.next())
            case "--store-probe": storeProbe = try Self.value(of: argument, arguments.next())
            case "--log-probe": logProbe = try Self.value(of: argument, arguments.next())
            case "--answer-probe": answerProbe = try Self.value(of: argument, arguments.next())
            case "--answer-mix":
                let word = try Self.value(of: argument, arguments.next())
                guard let mix = AnswerScale.Mix(rawValue: word) else { throw BenchmarkError("unknown mix: \(word)") }
                answerMix = mix
            case "--lookup-probe": lookupProbe = try Self.value(of: argument, arguments.next())
            case "--statement-probe": statementProbe = try Self.value(of: argument, arguments.next())
            case "--copies-probe": copiesProbe = try Self.value(of: argument, arguments.next())
            case "--database": database = try Self.value(of: argument, arguments.next())
            case "--ingest-probe": ingestProbe = try Self.value(of: argument, arguments.next())
            case "--figure-probe": figureProbe = try Self.value(of: argument, arguments.next())
            case "--only": only = try Self.value(of: argument, arguments.next())
            default: throw BenchmarkError("unknown argument \(argument)\n\(Self.usage)")
            }
        }
    }

    private static func value(of option: String, _ value: String?) throws -> String {
        guard let value else { throw BenchmarkError("\(option) needs a value\n\(usage)") }
        return value
    }
}

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
