import AppStoreModels
import Foundation

/// `purser store serve` in a process of its own, on a free port, selling flowers.
final class RunningStore {
    /// The file that sells flowers.
    static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit").path

    /// How a process ended.
    struct Ending: Equatable {
        let reason: Process.TerminationReason
        let status: Int32

        static let clean = Ending(reason: .exit, status: 0)
    }

    let folder: URL
    /// What it said when it was ready.
    let announcement: JSONObject
    private let process: Process
    private let ended: AsyncStream<Void>

    /// Starts a store and waits until it listens.
    init(_ folder: URL, _ options: String...) async throws {
        self.folder = folder
        process = Process()
        process.executableURL = Tool.executable
        process.arguments =
            [
                "store", "serve", "--json", "--catalogue", Self.catalogue, "--data", folder.path, "--port", "0",
                "--bundle-id", "com.example.flowershop",
            ] + options
        let output = Pipe()
        process.standardOutput = output
        let lines = output.fileHandleForReading.lines
        let (ended, continuation) = AsyncStream<Void>.makeStream()
        self.ended = ended
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        var first: JSONObject = [:]
        for await line in lines {
            first = try JSONValue(parsing: line).object ?? [:]
            break
        }
        announcement = first
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Ends it with a signal and waits until it is gone.
    ///
    /// - Returns: How it ended.
    func end(_ signal: Int32) async -> Ending {
        kill(process.processIdentifier, signal)
        for await _ in ended {}
        return Ending(reason: process.terminationReason, status: process.terminationStatus)
    }

    /// Runs `purser store …` for this store.
    func tell(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(["store"] + arguments + ["--data", folder.path])
    }

    /// Runs `purser store … --json` for this store and reads the answer.
    func ask(_ arguments: String...) async throws -> JSONObject {
        let outcome = try await Tool.run(["store"] + arguments + ["--json", "--data", folder.path])
        return try JSONValue(parsing: outcome.output).object ?? [:]
    }
}
