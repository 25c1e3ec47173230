import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store clock`: says what time it is.
struct StoreClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clock", abstract: "Say what time it is in the store.")

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws { try await connection.perform(.clock, text: StoreText.clock) }
}

/// `purser store pause`: stops the clock.
struct StorePauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Stop the store's clock.")

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws { try await connection.perform(.pause, text: StoreText.clock) }
}

/// `purser store resume`: lets the clock run.
struct StoreResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let the store's clock run.")

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws { try await connection.perform(.resume, text: StoreText.clock) }
}

/// `purser store advance`: moves the clock forward.
struct StoreAdvanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advance",
        abstract: "Move the store's clock forward; everything due on the way happens at its own moment.",
        discussion: """
            By a time such as 90s, 5m, 2h, 30d; by day, week, month or year; by renewal, which is the next moment at which \
            something falls due; or to a date such as 2026-12-01 or 2026-12-01T12:00:00Z.

            A long way is gone in portions, and others are served in between. Ctrl-C, or --stop from elsewhere, ends it: the \
            store stays at the moment that it has come to.
            """
    )

    @Argument(help: "How far.")
    var step: String?

    @Option(help: "How many events, renewals mostly, may happen on the way; the store allows 1000000 unless told.")
    var limit: Int?

    @Flag(help: "End the way that the clock is on.")
    var stop = false

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit: \(limit) is below 1") }
        guard stop == (step == nil) else { throw ValidationError("give one of: how far, --stop") }
        _ = try request
    }

    func run() async throws {
        if stop { return try await connection.perform(.stopAdvance, text: StoreText.clock) }
        guard let request = try request else { return }
        let showsProgress = !connection.json && isatty(STDERR_FILENO) == 1
        let advance = { (client: StoreControlClient) async throws(StoreControlError) -> ClockRecord in
            try await StoreAdvance(client: client, showsProgress: showsProgress).run(request)
        }
        try await connection.perform(advance, text: StoreText.clock)
    }

    /// Nil with `--stop`.
    private var request: StoreControlRequest<ClockRecord>? {
        get throws { try step.map { .advance(try Self.step($0), limit: limit) } }
    }

    private static func step(_ step: String) throws -> ClockStep {
        if let step = ClockStep(name: step) { return step }
        if let date = RFC3339.dateOrDay(from: step) { return .date(date) }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]
        guard
            let unit = step.last.flatMap({ units[$0] }), let count = Int64(step.dropLast()), count >= 0,
            case (let seconds, false) = count.multipliedReportingOverflow(by: unit)
        else {
            throw ValidationError("\(step) is no step: give 90s, 5m, 2h, 30d, month, renewal, or a date")
        }
        return .seconds(seconds)
    }
}
