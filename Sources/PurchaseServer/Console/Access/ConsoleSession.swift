import Foundation

/// A log-in that has not ended.
struct ConsoleSession: Sendable, Hashable {
    let person: ConsolePerson
    /// What the pages show with everything that changes something; a page of another site cannot read it.
    let token: String
    let expirationDate: Date

    func matches(token shown: String) -> Bool { APIKey(token).matches(shown) }
}
