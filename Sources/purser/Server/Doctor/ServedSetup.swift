import Logging
import PurchaseServer

/// What a server would run by: what settings say and, where they leave it open, what was set up at the console.
struct ServedSetup: Sendable {
    /// Nil where the settings are not in order, which a check of its own tells.
    let configuration: PurchaseServerConfiguration?
    /// The apps that only the console has.
    let consoleApps: [ServedApp]

    /// Reads the database, beside whatever server uses it. That it cannot be read is told by another check.
    ///
    /// - Parameter asksDatabase: Whether a PostgreSQL is asked; a file always is.
    init(_ settings: ServerSettings, asksDatabase: Bool) async {
        let logger = Logger(label: "purser.doctor") { _ in SwiftLogNoOpLogHandler() }
        guard let said = try? await settings.configuration(logger: logger, asksStore: false) else {
            (configuration, consoleApps) = (nil, [])
            return
        }
        let isAsked = asksDatabase || said.sharedDatabase == nil
        let complete = isAsked ? (try? said.completedByDatabase()) ?? said : said
        let named = Set(said.apps.flatMap(\.bundleIDs))
        configuration = complete
        consoleApps = complete.apps.filter { named.isDisjoint(with: $0.bundleIDs) }
    }
}
