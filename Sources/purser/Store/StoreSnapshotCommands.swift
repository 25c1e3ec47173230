import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// `purser store snapshot`: the whole state of a store in a file.
struct StoreSnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Save the whole state of a store in a file, or load it.",
        discussion: """
            The file has customers, purchases, settings, faults and the time; neither keys nor the catalogue. It can be \
            loaded into this store or into another one of the same app.
            """,
        subcommands: [SnapshotSaveCommand.self, SnapshotLoadCommand.self]
    )
}

/// `purser store snapshot save`: keeps the whole state of a store in a file.
struct SnapshotSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save the whole state of a store in a file."
    )

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Write in the place of a file that is there.")
    var force = false

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let url = URL(fileURLWithPath: file)
        let report = { (client: StoreControlClient) async throws(StoreControlError) -> SnapshotRecord in
            guard force || !FileManager.default.fileExists(atPath: url.path) else {
                throw StoreControlError("file-exists", "\(file) is there already; choose another name, or use --force")
            }
            let snapshot = try await client.snapshot()
            do throws(OutputFile.Failure) {
                try OutputFile(path: file).write(snapshot)
            } catch {
                throw StoreControlError("file-unusable", error.description)
            }
            return SnapshotRecord(file: url.path, bytes: snapshot.count)
        }
        try await connection.perform(report) { answer, terminal in
            terminal.line("\(file) has the state of the store, \(answer.bytes) bytes")
        }
    }
}

/// A file that the state of a store is in.
private struct SnapshotRecord: JSONBacked {
    var json: JSONObject

    init(json: JSONObject) { self.json = json }

    init(file: String, bytes: Int) {
        json = ["file": .string(file), "byteCount": .number(JSONNumber(bytes))]
    }

    var bytes: Int64 { json[integer: "byteCount"] ?? 0 }
}

/// `purser store snapshot load`: puts the state of a file in the place of the store's.
struct SnapshotLoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Load the state of a store from a file.",
        discussion: """
            It takes the place of everything the store knows, its time included. What the store has learnt since is gone. \
            A file that is no snapshot, or one of another app, is refused, and the store stays as it is.
            """
    )

    @Argument(help: "A file that `purser store snapshot save` wrote.")
    var file: String

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        let file = file
        let load = { (client: StoreControlClient) async throws(StoreControlError) -> RestoredRecord in
            let snapshot: Data
            do {
                snapshot = try Data(contentsOf: URL(fileURLWithPath: file))
            } catch {
                throw StoreControlError("file-unusable", "cannot read \(file): \(error.localizedDescription)")
            }
            return try await client.restore(snapshot: snapshot)
        }
        try await connection.perform(load) { answer, terminal in
            StoreText.state(answer, "loaded", on: terminal)
        }
    }
}

/// `purser store compact`: makes the log of events short.
struct StoreCompactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Put a snapshot in the place of the log of events, so that the folder opens at once.",
        discussion: "A running store does so by itself when the log has grown long."
    )

    @OptionGroup var connection: StoreConnectionOptions

    func run() async throws {
        try await connection.perform(.compact) { answer, terminal in
            let (before, after) = (answer.eventsBefore ?? 0, answer.eventsAfter ?? 0)
            terminal.line("the log had \(before) events, now it has \(after)")
            if let before = answer.notificationBytesBefore, before > 0 {
                let after = answer.notificationBytesAfter ?? 0
                terminal.line("the log of notifications had \(before) bytes, now it has \(after)")
            }
        }
    }
}
