import AppStoreModels
import ArgumentParser
import FaultSuite
import Foundation
import TestSupport
import UnixSignals

/// `fault-suite`: plays every fault against the `purser` beside it, and prints what held.
@main
struct FaultSuiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault-suite",
        abstract: "Play hostile peers, broken disks and kills against purser.",
        discussion: "The status is 1 if something fell."
    )

    @Option(help: ArgumentHelp("Only scenarios that begin so; may be given several times.", valueName: "id"))
    var only: [String] = []

    @Option(help: "Decides all random numbers; unless given a new one each time.")
    var seed: UInt64?

    @Option(help: "How many scenarios are played at a time.")
    var atOnce = 4

    @Option(help: ArgumentHelp("After how long what has not ended has fallen.", valueName: "seconds"))
    var limit = 280

    @Option(help: ArgumentHelp("The executable; unless given the one beside this.", valueName: "file"))
    var purser: String?

    @Flag(help: "Play the short form, as `make test` does.")
    var short = false

    @Flag(help: "Print the table as JSON.")
    var json = false

    @Flag(help: "Print the scenarios and play none.")
    var list = false

    func run() async throws {
        let scenarios = (short ? Scenario.short : Scenario.all).filter { scenario in
            only.isEmpty || only.contains { scenario.id.hasPrefix($0) }
        }
        guard !scenarios.isEmpty else { throw ValidationError("--only: no scenario begins so; --list names them") }
        if list { return scenarios.forEach { print("\($0.id)\t\($0.threat.rawValue)\t\($0.title)") } }
        let seed = seed ?? UInt64.random(in: 0...999_999)
        if !json { print("seed \(seed), \(scenarios.count) scenarios, \(executable.path)") }
        let began = ContinuousClock.now
        let findings = try await play(scenarios, seed: seed)
        let report = Report(findings, seed: seed, duration: ContinuousClock.now - began)
        print(json ? String(decoding: report.json.jsonData, as: UTF8.self) : "\n\(report.text)")
        if !report.holds { throw ExitCode.failure }
    }

    private func play(_ scenarios: [Scenario], seed: UInt64) async throws -> [Finding] {
        let isQuiet = json
        let interruption = Task { await Self.endWhenInterrupted() }
        let watchdog = Task { try await Self.endWhenHanging(after: limit + 20) }
        defer {
            interruption.cancel()
            watchdog.cancel()
        }
        return try await Runner(purser: executable, seed: seed, isShort: short)
            .play(scenarios, atOnce: atOnce, limit: .seconds(limit)) { finding in
                if !isQuiet { Self.tell(finding.line) }
            }
    }

    /// Standard error has no buffer: a line is seen when it is written.
    private static func tell(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }

    private static func endWhenInterrupted() async {
        for await signal in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
            Living.killAll()
            tell("interrupted; every server is ended")
            Foundation.exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
        }
    }

    /// A scenario that does not listen to its own deadline must not hold up whoever waits for the suite.
    private static func endWhenHanging(after seconds: Int) async throws {
        try await Task.sleep(for: .seconds(seconds))
        Living.killAll()
        tell("the suite did not end by itself; every server is ended")
        Foundation.exit(3)
    }

    private var executable: URL { purser.map { URL(fileURLWithPath: $0) } ?? BuiltProgram.url("purser") }
}
