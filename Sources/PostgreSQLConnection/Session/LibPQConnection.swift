import CLibPQ

/// A connection of libpq, closed with this value. Whoever has it calls it from one thread at a time.
final class LibPQConnection {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQfinish(pointer) }

    /// Begins to connect. It waits for names that have no address yet, and so is called where waiting does no harm.
    ///
    /// - Parameter hosts: Which hosts are tried, in place of those that the parameters name.
    /// - Throws: ``PostgreSQLError``.
    static func start(
        _ parameters: ConnectionParameters,
        to hosts: [HostEntry]?
    ) throws(PostgreSQLError) -> LibPQConnection {
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

    /// Which of several hosts libpq is at.
    struct Place: Equatable {
        let host: String
        /// Empty if it is not known yet.
        let address: String
        let port: String
    }

    /// The one that it is at now; it may be another one after each step of connecting.
    var place: Place {
        func text(_ value: UnsafeMutablePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        return Place(host: text(PQhost(pointer)), address: text(PQhostaddr(pointer)), port: text(PQport(pointer)))
    }

    /// What holds of this connection, whatever said it: the string, a variable, or a service file. The password is in it.
    var parameters: [String: String] {
        let options = PQconninfo(pointer)
        defer { PQconninfoFree(options) }
        let values = options.map { ConnectionParameters.values(of: $0) } ?? []
        return Dictionary(values.map { ($0.keyword, $0.value) }) { first, _ in first }
    }

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
