import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// Which database a command is about, and how it answers.
struct DataOptions: ParsableArguments {
    @Option(help: .setting("data", "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp("The server's configuration file, which may name the folder instead.", valueName: "file")
    )
    var config: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// The database of the server.
    func databaseFile() throws -> URL {
        try SettingsFailure.told { () throws(SettingsError) in
            try ServerSettings(flags: data.map { ["data": [$0]] } ?? [:], config: config).databaseFile()
        }
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
