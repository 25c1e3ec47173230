import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// Whose keys, and how they are printed.
struct KeyBookOptions: ParsableArguments {
    @OptionGroup var place: DataOptions

    var json: Bool { place.json }

    /// What is done with the keys.
    enum Purpose {
        /// They are looked at; a database of an earlier version stays as it is.
        case looking
        /// Those that are there are changed.
        case changing
        /// A folder without a database gets one.
        case making
    }

    /// Opens the database and does what is asked; a failure is one line and exit code 2.
    func perform(_ purpose: Purpose, _ body: (KeyBook, Terminal) async throws -> Void) async throws {
        let terminal = Terminal.standardOutput()
        switch try place.databasePlace() {
        case .file(let databaseFile):
            try await place.perform {
                if purpose != .making { try DatabasePlace.file(databaseFile).checkIsThere() }
                if purpose == .looking { try DatabaseUpgrade(databaseFile: databaseFile).checkIsCurrent() }
                try await body(try KeyBook(databaseFile: databaseFile), terminal)
            }
        case .shared(let database):
            try await place.perform {
                // Servers of an earlier version go on beside this; to look is no reason to bring their tables forward.
                if purpose != .making { try DatabaseUpgrade(.shared(database)).checkIsCurrent() }
                try await body(try KeyBook(sharedDatabase: database), terminal)
            }
        }
    }

    /// A key that nobody sees again.
    func print(_ issued: IssuedKey, on terminal: Terminal) {
        guard !json else { return terminal.json(.object(issued.json)) }
        terminal.line(issued.text)
    }
}
