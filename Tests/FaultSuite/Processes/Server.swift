import AppStoreModels
import Foundation
import Locking
import TestSupport

/// A server of `purser` in a process of its own, listening.
struct Server: Sendable {
    /// The process.
    let process: Command.Running
    /// Where it listens, on loopback.
    let port: Int
    /// What it said of itself when it began to listen, if that was JSON.
    let announcement: JSONObject
    private let expected = Locked(Ending.byUs)

    /// How it may end without having fallen.
    fileprivate enum Ending {
        /// Only killed by the suite.
        case byUs
        /// Or as it was told to, with status 0.
        case cleanly
        /// Or with any status or by a signal that was sent.
        case atOnce
    }

    /// The address, without a slash at the end.
    var url: String { "http://127.0.0.1:\(port)" }

    /// Waits until a started server says where it listens.
    fileprivate init(listening process: Command.Running) async throws {
        self.process = process
        let line = try await within(.seconds(300), "the start of the server") {
            await process.lines.first { $0.contains("http://") } ?? ""
        }
        let address = line.components(separatedBy: "http://").last?.split(separator: ":")
        let port = address?.dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
        guard let port else { throw Fall("the server did not start") }
        self.port = port
        announcement = (try? JSONValue(parsing: Data(line.utf8)))?.object ?? JSONObject()
    }

    /// Ends it as people and machines do, and waits until it is gone.
    func stop(_ signal: Int32 = SIGTERM, within limit: Duration = Promise.shutdown) async throws {
        expected.withLock { $0 = .cleanly }
        process.send(signal)
        try await gone(within: limit, after: signal == SIGINT ? "SIGINT" : "SIGTERM")
    }

    /// Interrupts it again and again until it is gone.
    func interrupt(within limit: Duration) async throws {
        expected.withLock { $0 = .atOnce }
        let process = process
        let interrupting = Task {
            while !Task.isCancelled {
                process.send(SIGINT)
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        defer { interrupting.cancel() }
        try await gone(within: limit, after: "a second SIGINT")
    }

    private func gone(within limit: Duration, after what: String) async throws {
        let lines = process.lines
        try await FaultSuite.within(limit, "ending after \(what)") { for await _ in lines {} }
    }

    /// Ends it at once, as a power cut does.
    func kill() async {
        process.send(SIGKILL)
        for await _ in process.lines {}
    }

    fileprivate func allows(_ ending: Command.Outcome.Ending) -> Bool {
        switch (expected.withLock { $0 }, ending) {
        case (_, .killed(SIGKILL)), (.cleanly, .exited(0)), (.atOnce, .exited), (.atOnce, .killed(SIGINT)): true
        default: false
        }
    }
}

extension Server {
    /// Starts a server, does something with it, and ends it.
    ///
    /// - Throws: ``Fall`` with its last words if it ends by itself, before anything that the body throws: that is why the
    ///   body failed.
    @discardableResult
    static func run<Value: Sendable>(
        _ launch: Launch,
        on stage: Stage,
        _ body: (Server) async throws -> Value
    ) async throws -> Value {
        let (outcome, (result, server)) = try await launch.command(stage.purser).run { process in
            Living.add(process.identifier)
            defer { Living.remove(process.identifier) }
            var server: Server?
            do {
                let started = try await Server(listening: process)
                server = started
                return (Result<Value, any Error>.success(try await body(started)), server)
            } catch {
                return (Result<Value, any Error>.failure(error), server)
            }
        }
        if server?.allows(outcome.ending) != true, outcome.ending != .killed(signal: SIGKILL) {
            throw Fall("the server ended (\(outcome.ending)): \(outcome.lastWords)", hasExited: outcome.hasExited)
        }
        return try result.get()
    }

    /// Starts a server that is to refuse to start.
    ///
    /// - Returns: What it said.
    /// - Throws: ``Fall`` if it starts, crashes, or says nothing.
    static func refusal(_ launch: Launch, on stage: Stage, _ what: String) async throws -> String {
        let (outcome, started) = try await launch.command(stage.purser).run { process in
            Living.add(process.identifier)
            defer { Living.remove(process.identifier) }
            return try await within(.seconds(60), "\(what): refusing to start") {
                await process.lines.first { $0.contains("http://") && !$0.contains("error") } != nil
            }
        }
        try hold(!started, "\(what): the server started")
        guard case .exited(let status) = outcome.ending, status != 0 else {
            throw Fall("\(what): \(outcome.ending), \(outcome.lastWords)")
        }
        let words = outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
        try hold(!words.isEmpty, "\(what): refused without a word")
        return words
    }
}

extension Command.Outcome {
    /// Whether it ended in order, by its own decision.
    fileprivate var hasExited: Bool {
        if case .exited = ending { true } else { false }
    }

    /// Why it ended, as far as it said, for a person.
    var lastWords: String {
        // With --json a refusal stands on standard output; a crash never does.
        let lines = (errors.isEmpty && hasExited ? text : errors).split(separator: "\n")
        let telling = lines.first { $0.contains("Fatal error") || $0.contains("Crash") }
        return String((telling ?? lines.last ?? "no word").prefix(240))
    }
}

/// The processes that run now, for when the suite itself is interrupted.
public enum Living {
    private static let identifiers = Locked<Set<pid_t>>([])

    static func add(_ identifier: pid_t) { identifiers.withLock { _ = $0.insert(identifier) } }

    static func remove(_ identifier: pid_t) { identifiers.withLock { _ = $0.remove(identifier) } }

    /// Ends them all at once.
    public static func killAll() {
        for identifier in identifiers.withLock({ $0 }) { kill(identifier, SIGKILL) }
    }
}

/// What the servers promise, in numbers that the scenarios hold them to.
enum Promise {
    /// From the first SIGTERM or SIGINT to the end of the process, whatever its clients do.
    static let shutdown = Duration.seconds(20)
    /// From a second signal to the end.
    static let secondSignal = Duration.seconds(5)
    /// Within so long an honest request is answered while others attack.
    static let answer = Duration.seconds(30)
    /// The most memory that a server ever holds, in bytes.
    static let memory = 256 << 20
}
