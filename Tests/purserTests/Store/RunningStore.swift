import AppStoreModels
import Foundation
import TestSupport
import Testing

/// `purser store serve` in a process of its own, on a free port, selling flowers.
struct RunningStore {
    /// The file that sells flowers.
    static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit").path

    let folder: URL
    /// What it said when it was ready.
    let announcement: JSONObject

    /// Runs `purser store …` for this store.
    func tell(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(["store"] + arguments + ["--data", folder.path])
    }

    /// Runs `purser store … --json` for this store and reads the answer.
    func ask(_ arguments: String...) async throws -> JSONObject { try await ask(arguments) }

    /// The same with arguments that are put together.
    func ask(_ arguments: [String]) async throws -> JSONObject {
        let outcome = try await Tool.run(["store"] + arguments + ["--json", "--data", folder.path])
        return try JSONValue(parsing: outcome.output).object ?? [:]
    }
}

/// Runs a store from the moment it listens until `body` is done, then ends it with a signal and waits until it is gone.
///
/// - Returns: How it ended.
@discardableResult
func withRunningStore(
    _ folder: URL,
    _ options: [String] = [],
    endedBy signal: Int32 = SIGKILL,
    _ body: (RunningStore) async throws -> Void
) async throws -> Command.Outcome.Ending {
    let serve =
        [
            "store", "serve", "--json", "--catalogue", RunningStore.catalogue, "--data", folder.path, "--port", "0",
            "--bundle-id", "com.example.flowershop",
        ] + options
    var isReady = false
    let outcome = try await Tool.command(serve).run(endedBy: signal) { lines in
        guard let line = await lines.first(where: { _ in true }) else { return }
        isReady = true
        try await body(RunningStore(folder: folder, announcement: try JSONValue(parsing: line).object ?? [:]))
    }
    try #require(isReady, "the store said nothing and ended: \(outcome.text)")
    return outcome.ending
}
