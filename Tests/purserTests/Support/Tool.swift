import Foundation

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

    /// The executable stands beside the test bundle, which is this process or its first argument.
    static var executable: URL {
        let candidates =
            [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }]
            + CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        let found = candidates.lazy.compactMap { $0?.deletingLastPathComponent().appendingPathComponent("purser") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return found ?? URL(fileURLWithPath: ".build/debug/purser")
    }

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
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let folder = try TemporaryFolder()
        // Files, not pipes: nobody has to empty them while the process runs.
        let output = try folder.emptyFile("output")
        let errors = try folder.emptyFile("errors")
        let inputURL = try folder.file("input", content: input)
        process.standardInput = try FileHandle(forReadingFrom: inputURL)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }
}
