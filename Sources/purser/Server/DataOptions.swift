import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// Which database a command is about, and how it answers.
struct DataOptions: ParsableArguments {
    @Option(help: .setting("data", "dir"))
    var data: String?

    @Option(help: .setting("database", "address"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The server's configuration file, which may name the folder or the database instead.",
            valueName: "file"
        )
    )
    var config: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// Where the server keeps everything.
    func databasePlace() throws -> DatabasePlace {
        try SettingsFailure.told { () throws(SettingsError) in
            var flags: [String: [String]] = [:]
            flags["data"] = data.map { [$0] }
            flags["database"] = database.map { [$0] }
            return try ServerSettings(flags: flags, config: config).databasePlace()
        }
    }

    /// The file of the server, for what is done with a file only; for another place one line says what to use instead.
    func databaseFile(for work: DatabasePlace.FileWork) throws -> URL {
        let place = try databasePlace()
        return try perform { () throws(PurchaseServerError) in try place.file(for: work) }
    }

    /// Does the work; a failure is one line, or an object with `error`, and exit code 2.
    func perform<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch { throw failure(error) }
    }

    /// The same for what waits.
    func perform<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch { throw failure(error) }
    }

    private func failure(_ error: any Error) -> any Error {
        let told: (code: String, reason: String)
        switch error {
        case let error as PurchaseServerError: told = (error.code.rawValue, error.reason)
        case let error as ImportError: told = (error.code.rawValue, error.reason)
        default: return error
        }
        Terminal.standardOutput().complain(told.code, told.reason, json: json)
        return ExitStatus.unusable
    }
}

extension TextTable {
    /// The rows of each table of a database.
    init(rows: [String: Int]) {
        self.init(head: ["TABLE", "ROWS"])
        for (name, count) in rows.sorted(by: { $0.key < $1.key }) { add(name, String(count)) }
    }
}

extension JSONObject {
    /// The rows of each table of a database.
    init(rows: [String: Int]) {
        self.init(rows.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) })
    }
}
