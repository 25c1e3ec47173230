import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// How long a command waits.
struct WaitLimit: ParsableArguments {
    @Option(help: "How long to wait at most, in seconds of real time.")
    var within: Double = 60

    func validate() throws {
        guard within > 0, within <= 86_400 else {
            throw ValidationError("--within: \(within) is not above 0 and at most 86400")
        }
    }
}

/// `purser store wait`: waits until a store has come so far.
struct StoreWaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until a store is healthy, has delivered everything, or has come to a date.",
        discussion: """
            healthy: the store listens and can write; it may be started later than this command. deliveries: no \
            notification waits to be sent or sent again. A date: the store's clock has come to it. Ends with 1 when the time \
            is up, and says what was seen last.
            """
    )

    @Argument(help: "healthy, deliveries, or a date such as 2026-12-01 or 2026-12-01T12:00:00Z.")
    var goal: StoreWait.Goal

    @OptionGroup var limit: WaitLimit

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.wait(for: goal, limit) { terminal in terminal.line("done") }
    }
}

/// `purser store stop`: ends a running store.
struct StoreStopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End a running store, and wait until it has ended.",
        discussion: "Requests that are under way are answered; nothing is lost. Ends with 1 if the store goes on."
    )

    @OptionGroup var limit: WaitLimit

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let address = try connection.someAddress()
        let client = StoreControlClient(baseURL: address, timeout: limit.within.rounded(.up))
        do {
            _ = try await client.send(.stop)
        } catch {
            throw connection.failure(error, Terminal.standardOutput())
        }
        // The folder names no address any more when the store has ended.
        var named = connection
        (named.data, named.url) = (nil, address.absoluteString)
        try await named.wait(for: .end, limit) { terminal in terminal.line("the store has ended") }
    }
}

extension StoreConnectionOptions {
    /// Where the store listens.
    ///
    /// - Throws: The exit code, after the failure has been printed.
    func someAddress() throws -> URL {
        do {
            return try address(ProcessInfo.processInfo.environment)
        } catch let error as StoreServerError {
            Terminal.standardOutput().complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }

    /// Waits, and prints that it was worth it.
    ///
    /// - Throws: The exit code, after the failure has been printed.
    func wait(for goal: StoreWait.Goal, _ limit: WaitLimit, text: (Terminal) -> Void) async throws {
        let environment = ProcessInfo.processInfo.environment
        // A line that means nothing is refused at once; a store that is not there yet is not.
        if data == nil { _ = try address(environment) }
        let options = self
        let wait = StoreWait(goal: goal, limit: limit.within) { left throws(StoreServerError) in
            do {
                let url = try options.address(environment)
                return StoreControlClient(baseURL: url, timeout: left)
            } catch let error as StoreServerError {
                throw error
            } catch {
                throw StoreServerError(.stopped, "\(error)")
            }
        }
        let terminal = Terminal.standardOutput()
        let answer: JSONObject
        do {
            answer = try await wait()
        } catch {
            terminal.complain(error.code, error.message, json: json)
            throw ExitStatus.invalid
        }
        if json {
            terminal.json(.object(answer))
        } else {
            text(terminal)
        }
    }
}
