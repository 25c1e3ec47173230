public import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A program that a test runs in a process of its own.
///
/// The process never has the streams of the test runner, which waits for everybody who holds them. It is killed when the
/// task that runs it is cancelled or fails, and is gone when `run` returns. No thread waits for it.
///
/// Foundation's `Process` is not used: on Linux its `run()` can read behind the list of this process's descriptors, which
/// crashes the tests.
public struct Command: Sendable {
    private let program: URL
    private let arguments: [String]
    private let environment: [String: String]
    private let folder: URL?

    /// More bytes than any program of the tests writes to one stream; a program that writes more is an error.
    private static let outputLimit = 16 << 20

    /// - Parameters:
    ///   - program: Where the program is.
    ///   - arguments: What stands after its name.
    ///   - environment: Variables to set besides those of this process.
    ///   - folder: Where it works; that of this process if nil.
    public init(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String] = [:],
        in folder: URL? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
    }

    /// Runs the program to its end.
    ///
    /// - Parameter input: What it reads from standard input.
    /// - Throws: `CancellationError` if the task was cancelled, an error of Subprocess if the program cannot be run or
    ///   writes more than 16 MB.
    public func run(input: Data = Data()) async throws -> Outcome {
        let result = try await Subprocess.run(
            configuration,
            input: .fileDescriptor(try Self.file(holding: input), closeAfterSpawningProcess: true),
            output: .data(limit: Self.outputLimit),
            error: .string(limit: Self.outputLimit)
        )
        try Task.checkCancellation()
        return Outcome(
            ending: Outcome.Ending(result.terminationStatus),
            output: result.standardOutput,
            errors: result.standardError
        )
    }

    /// Runs the program while `body` does something with it, then ends it with a signal and waits until it is gone.
    ///
    /// - Parameters:
    ///   - signal: The signal that ends it, for example `SIGINT`.
    ///   - body: Is given the lines of standard output as they arrive, until the program closes it.
    /// - Throws: As `run(input:)`, and what `body` throws.
    public func run(
        endedBy signal: Int32,
        while body: (_ lines: AsyncStream<String>) async throws -> Void
    ) async throws -> Outcome {
        try await run(endedBy: signal) { (program: Running) in try await body(program.lines) }.outcome
    }

    /// Runs the program while `body` does something with it, signals included, then ends it and waits until it is gone.
    ///
    /// - Parameters:
    ///   - signal: The signal that ends it if it still runs.
    ///   - body: Is given the running program.
    /// - Returns: How the program ended, and what `body` made.
    /// - Throws: As `run(input:)`, and what `body` throws.
    public func run<Value: Sendable>(
        endedBy signal: Int32 = SIGKILL,
        while body: (_ program: Running) async throws -> Value
    ) async throws -> (outcome: Outcome, value: Value) {
        let result = try await Subprocess.run(
            configuration,
            input: .none,
            output: .sequence,
            error: .string(limit: Self.outputLimit)
        ) { execution in
            let (lines, continuation) = AsyncStream<String>.makeStream()
            // Reads on while the body is busy: a full pipe would hold up the program.
            async let output = Self.forward(execution.standardOutput, to: continuation)
            let value = try await body(Running(identifier: execution.processIdentifier.value, lines: lines))
            // It may have ended by itself; the outcome says so.
            try? execution.send(signal: Signal(rawValue: signal))
            return (output: try await output, value: value)
        }
        try Task.checkCancellation()
        let outcome = Outcome(
            ending: Outcome.Ending(result.terminationStatus),
            output: Data(result.closureResult.output.utf8),
            errors: result.standardError
        )
        return (outcome, result.closureResult.value)
    }

    private var configuration: Configuration {
        let variables = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
        return Configuration(
            executable: .path(FilePath(program.path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
            workingDirectory: folder.map { FilePath($0.path) }
        )
    }

    /// A file, not a pipe: writing to a program that ends before it has read everything would end this process.
    private static func file(holding input: Data) throws -> FileDescriptor {
        guard !input.isEmpty else { return try .open("/dev/null", .readOnly, options: .closeOnExec) }
        return try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("input")
            try input.write(to: file)
            return try .open(FilePath(file.path), .readOnly, options: .closeOnExec)
        }
    }

    /// Passes lines on as they arrive.
    ///
    /// - Returns: All of them, once there will be no more.
    private static func forward(
        _ output: SubprocessOutputSequence,
        to continuation: AsyncStream<String>.Continuation
    ) async throws -> String {
        defer { continuation.finish() }
        var text = ""
        for try await line in output.strings(bufferingPolicy: .unbounded) {
            continuation.yield(line)
            text += line + "\n"
        }
        return text
    }
}
