import ArgumentParser
import Foundation
import UnixSignals

/// A program that runs with the streams of this one, and is told the signals that this one gets.
///
/// Foundation's `Process` puts what it runs into a group of its own, where a terminal's keys do not reach it.
struct ChildProgram: Sendable {
    /// How a program ended.
    enum Ending: Sendable, Equatable, CustomStringConvertible {
        case exited(Int32)
        case killed(by: Int32)
        /// It took longer than it may.
        case late

        /// What a shell says of it.
        var status: Int32 {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            case .late: 124
            }
        }

        var description: String {
            switch self {
            case .exited(let code): "ended with \(code)"
            case .killed(let signal): "was ended by signal \(signal)"
            case .late: "took longer than --time-limit"
            }
        }
    }

    /// Why a program could not be started.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        /// The system's error number.
        let number: Int32

        var description: String { "\(program) cannot be started: \(String(cString: strerror(number)))" }
        var exitStatus: ExitCode { ExitCode(number == ENOENT ? 127 : 126) }
    }

    /// How long a program may go on after a signal that should end it, in seconds.
    static let grace: Double = 10
    private static let forwarded: [UnixSignal] = [.sigint, .sigterm, .sighup, .sigquit]

    private let command: [String]
    private let variables: [String: String]

    /// - Parameters:
    ///   - command: The program, looked for in `PATH`, and its arguments.
    ///   - variables: What is set besides the variables of this process.
    init(_ command: [String], variables: [String: String]) {
        self.command = command
        self.variables = variables
    }

    /// Runs the program to its end, which comes.
    ///
    /// - Parameter seconds: How long it may take; nil for as long as it likes.
    /// - Throws: ``Failure``
    func run(upTo seconds: Double?) async throws(Failure) -> Ending {
        // Trapped before there is a program: a signal that comes meanwhile is passed on, too.
        let signals = await UnixSignalsSequence(trapping: Self.forwarded)
        let process = try SpawnedProcess(command, variables: variables)
        return await withTaskGroup(of: Void.self, returning: Ending.self) { group in
            group.addTask {
                for await signal in signals where process.mustBeTold(signal.rawValue) {
                    process.end(with: signal.rawValue, grace: Self.grace)
                }
            }
            if let seconds {
                group.addTask {
                    guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                    process.timeIsUp()
                    process.end(with: SIGTERM, grace: Self.grace)
                }
            }
            let ending = await process.ending
            group.cancelAll()
            return ending
        }
    }
}
