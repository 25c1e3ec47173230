import Foundation
import TestSupport

/// Runs the built `purser` as a person does, in a process of its own.
enum Tool {
    /// What a finished run left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The executable that was built with the tests.
    static var executable: URL { BuiltProgram.url("purser") }

    /// Runs the tool to its end.
    static func run(_ arguments: String..., input: Data = Data()) async throws -> Outcome {
        try await run(arguments, input: input)
    }

    /// Runs the tool to its end.
    ///
    /// - Parameter environment: Variables to set besides those of this process.
    static func run(
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let outcome = try await command(arguments, environment: environment).run(input: input)
        return Outcome(
            status: outcome.status,
            output: String(decoding: outcome.output, as: UTF8.self),
            errors: outcome.errors
        )
    }

    /// The tool with arguments, to be run.
    static func command(_ arguments: [String], environment: [String: String] = [:]) -> Command {
        Command(executable, arguments, environment: environment)
    }
}
