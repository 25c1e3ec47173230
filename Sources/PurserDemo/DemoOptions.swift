package import Foundation

/// What the demonstration is told.
package struct DemoOptions: Sendable {
    /// The `.storekit` file; nil for the flower shop that comes with the tool.
    package var catalogue: URL?
    /// Where store and server keep what they know. The same folder later goes on with the same customer.
    package var folder: URL
    /// The port of the store; 0 for any free one.
    package var storePort: Int
    /// The port of the purchase server; 0 for any free one.
    package var serverPort: Int
    /// Whether store and server stay up when the story is told.
    package var staysUp: Bool
    /// What time it is when a new store opens; a store that exists goes on at its own time.
    package var start: Date
    /// The secret of the purchase server's console; nil for no console. Without a secret of 16 bytes it does not start.
    package var consoleSecret: String?
    /// How many customers of a year that is made up the console shows besides the one of the story; they come when the story
    /// is told for the first time, and there must be a console.
    package var simulatedCustomers = 0

    /// What the demonstration is told.
    package init(
        catalogue: URL? = nil,
        folder: URL,
        storePort: Int = 0,
        serverPort: Int = 0,
        staysUp: Bool = true,
        start: Date
    ) {
        self.catalogue = catalogue
        self.folder = folder
        self.storePort = storePort
        self.serverPort = serverPort
        self.staysUp = staysUp
        self.start = start
    }
}
