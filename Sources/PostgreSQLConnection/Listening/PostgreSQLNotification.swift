/// What `NOTIFY` told those who listen.
package struct PostgreSQLNotification: Sendable, Hashable {
    /// What was listened to.
    package var channel: String
    /// What was said, less than 8000 bytes; empty if nothing.
    package var payload: String
    /// The server's number of the process that said it.
    package var serverProcess: Int

    package init(channel: String, payload: String, serverProcess: Int) {
        self.channel = channel
        self.payload = payload
        self.serverProcess = serverProcess
    }
}
