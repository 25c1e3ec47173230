import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// Whose keys, and how they are printed.
struct KeyBookOptions: ParsableArguments {
    @OptionGroup var place: DataOptions

    var json: Bool { place.json }

    /// Opens the database and does what is asked; a failure is one line and exit code 2.
    ///
    /// - Parameter mayMake: Whether a folder without a database gets one.
    func perform(mayMake: Bool = false, _ body: (KeyBook, Terminal) async throws -> Void) async throws {
        let terminal = Terminal.standardOutput()
        let databaseFile = try place.databaseFile()
        guard mayMake || FileManager.default.fileExists(atPath: databaseFile.path) else {
            let folder = databaseFile.deletingLastPathComponent().path
            terminal.complain("database-unusable", "no server has kept anything in \(folder)", json: json)
            throw ExitStatus.unusable
        }
        do {
            try await body(try KeyBook(databaseFile: databaseFile), terminal)
        } catch let error as PurchaseServerError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }

    /// A key that nobody sees again.
    func print(_ issued: IssuedKey, on terminal: Terminal) {
        guard !json else { return terminal.json(.object(issued.json)) }
        terminal.line(issued.text)
    }
}
