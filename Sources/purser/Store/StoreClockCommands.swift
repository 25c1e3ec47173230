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
            something falls due; or to a date such as 2026-12-01T00:00:00Z.
            """
    )

    @Argument(help: "How far.")
    var step: String

    @OptionGroup var connection: StoreConnectionOptions

    func validate() throws { _ = try body }

    func run() async throws { try await connection.perform(.advance(try body), text: StoreText.clock) }

    private var body: JSONObject {
        get throws {
            if ["day", "week", "month", "year", "renewal"].contains(step) { return ["step": .string(step)] }
            if let date = RFC3339.date(from: step) {
                return ["date": .string(RFC3339.stringWithMilliseconds(from: date))]
            }
            let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]
            guard
                let unit = step.last.flatMap({ units[$0] }), let count = Int64(step.dropLast()), count >= 0,
                case (let seconds, false) = count.multipliedReportingOverflow(by: unit)
            else {
                throw ValidationError("\(step) is no step: give 90s, 5m, 2h, 30d, month, renewal, or a date")
            }
            return ["seconds": .number(JSONNumber(seconds))]
        }
    }
}
