import CLibPQ

/// A connection of libpq, closed with this value. Whoever has it calls it from one thread at a time.
final class LibPQConnection {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQfinish(pointer) }

    /// Looks up names and begins to connect. It waits for names, and so is called where waiting does no harm.
    ///
    /// - Throws: ``PostgreSQLError``.
    static func start(_ parameters: ConnectionParameters) throws(PostgreSQLError) -> LibPQConnection {
        var hosts = parameters.hosts
        if let names = hosts { hosts = try HostEntry.resolve(names) }
        let keywords = parameters.keywords(resolved: hosts)
        let started = withCStrings(keywords.map { $0.keyword }) { names in
            withCStrings(keywords.map { $0.value }) { values in PQconnectStartParams(names, values, 0) }
        }
        guard let started else { throw PostgreSQLError(.outOfResources, "libpq has no memory for a connection") }
        let connection = LibPQConnection(started)
        guard PQstatus(started) != CONNECTION_BAD else { throw connection.failureToConnect(parameters) }
        return connection
    }

    /// Why no connection came about.
    func failureToConnect(_ parameters: ConnectionParameters) -> PostgreSQLError {
        PostgreSQLError(
            connecting: errorMessage,
            needsPassword: PQconnectionNeedsPassword(pointer) == 1,
            password: parameters.password
        )
    }

    /// What libpq says about its last failure.
    var errorMessage: String { PQerrorMessage(pointer).map { String(cString: $0) } ?? "" }

    /// The socket now; it may be another one after each step of connecting. Less than 0 if there is none.
    var socket: CInt { PQsocket(pointer) }

    /// From now on nothing waits, and requests may follow each other without an answer between them.
    func enterPipelineMode() -> Bool { PQsetnonblocking(pointer, 1) == 0 && PQenterPipelineMode(pointer) == 1 }

    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for string in strings {
            starts.append(bytes.count)
            bytes.append(contentsOf: string.utf8CString)
        }
        return bytes.withUnsafeBufferPointer { memory in
            var pointers = starts.map { start in memory.baseAddress.map { $0 + start } }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}
