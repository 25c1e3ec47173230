extension PostgreSQLError {
    /// What libpq says of a connection that did not come about.
    ///
    /// It has no code then, only words, which come from the server, from libpq and from OpenSSL; the server's are in the
    /// language of the server, so only words that are the same in every language, or libpq's own, tell kinds apart. What
    /// they do not tell is ``Kind/cannotConnect``.
    ///
    /// - Parameters:
    ///   - message: What `PQerrorMessage` gives.
    ///   - password: Never shown, should a message hold it.
    init(connecting message: String, needsPassword: Bool, password: String?) {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ").without(password)
        let text = message.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains { text.contains($0) } }
        let kind: Kind =
            if needsPassword
                || says("authentication failed", "no password supplied", "pg_hba.conf", "not permitted to log in")
                || text.contains("role \"") && text.contains("does not exist")
            {
                .authenticationFailed
            } else if says("certificate", "ssl error", "does not support ssl", "ssl was required", "sslmode") {
                .tlsFailed
            } else if text.contains("database \"") && says("does not exist", "not currently accepting") {
                .databaseMissing
            } else if says("starting up", "not yet accepting", "recovery mode", "shutting down", "not accepting") {
                .startingUp
            } else if says("too many connections", "too many clients", "connection slots are reserved") {
                .tooManyConnections
            } else if says("read-only", "in hot standby", "not in hot standby") {
                .readOnly
            } else if says("invalid connection option", "invalid port", "invalid integer value", "invalid uri") {
                .invalidSettings
            } else {
                .cannotConnect
            }
        self.init(kind, line.isEmpty ? "no connection came about" : line)
        serverMessage = line
    }
}
