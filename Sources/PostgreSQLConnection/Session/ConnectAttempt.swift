import NIOCore

/// How far a session is that connects, and what ends its waiting.
struct ConnectAttempt {
    /// When it must be done.
    var due: NIODeadline
    /// Ends it then.
    var timer: Scheduled<Void>?
    /// Who is tried; nil until the names have addresses.
    var tries: HostTries?
    /// How long each host may take; nil if there is nobody to go on to.
    var share: Duration?
    /// The host that libpq is at.
    var place: LibPQConnection.Place?
    /// Ends the waiting for that one.
    var placeTimer: Scheduled<Void>?

    init(due: NIODeadline) { self.due = due }

    func cancelTimers() {
        timer?.cancel()
        placeTimer?.cancel()
    }
}

/// A connection that has begun, and who is tried.
struct StartedConnection {
    let connection: LibPQConnection
    let tries: HostTries

    /// Begins with all hosts of a connection string, whose names it waits for.
    ///
    /// - Throws: ``PostgreSQLError``.
    init(_ parameters: ConnectionParameters) throws(PostgreSQLError) {
        var hosts = parameters.hosts
        if let names = hosts { hosts = try HostEntry.resolve(names) }
        connection = try LibPQConnection.start(parameters, to: hosts)
        let said = connection.parameters
        // Only libpq reads a service file, and says what it has found there.
        let found = HostEntry.list(names: said["host"], addresses: said["hostaddr"], ports: said["port"]) ?? []
        let entries: [HostEntry]
        if let hosts { entries = hosts } else { entries = (try? HostEntry.resolve(found)) ?? found }
        tries = HostTries(entries, connectTimeout: said["connect_timeout"])
    }

    /// Begins again, with those that are left.
    ///
    /// - Throws: ``PostgreSQLError``.
    init(_ parameters: ConnectionParameters, _ tries: HostTries) throws(PostgreSQLError) {
        connection = try LibPQConnection.start(parameters, to: tries.entries)
        self.tries = tries
    }
}
