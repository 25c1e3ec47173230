/// Which of the places where the database may be are still to be tried, and how long each of them is waited for.
///
/// libpq goes on by itself from a host that refuses, and in the order that `target_session_attrs` and `load_balance_hosts` ask
/// for. It does not go on from one that says nothing: such a host is left out, and libpq begins again with the others.
struct HostTries: Sendable {
    /// Those that are left.
    private(set) var entries: [HostEntry]
    /// Those that said nothing in their time.
    private(set) var silent: [HostEntry] = []
    /// How long each may take, as libpq's `connect_timeout` says.
    private let stated: Duration?

    /// - Parameters:
    ///   - entries: Each address of each host; empty where there is one and nobody named it.
    ///   - connectTimeout: Seconds, as libpq reads them; no number, 0 and less say nothing.
    init(_ entries: [HostEntry], connectTimeout: String?) {
        self.entries = entries
        let seconds = connectTimeout.flatMap { Int32($0.filter { !$0.isWhitespace }) } ?? 0
        stated = seconds > 0 ? .seconds(seconds) : nil
    }

    /// How long all of them may take, if it is said how long each may.
    var total: Duration? { stated.map { $0 * max(entries.count, 1) } }

    /// How long each of those that are left may take; nil if there is nobody to go on to.
    ///
    /// - Parameter left: How long all of them may take.
    func share(of left: Duration) -> Duration? {
        guard entries.count > 1 else { return nil }
        return stated ?? max(left, .zero) / entries.count
    }

    /// Leaves a host out.
    ///
    /// - Returns: Whether there is another one to go on to; if not, it is kept.
    mutating func leaveOut(_ place: LibPQConnection.Place) -> Bool {
        let isThere = { (entry: HostEntry) in
            entry.isAt(host: place.host, address: place.address, port: place.port)
        }
        let others = entries.filter { !isThere($0) }
        guard !others.isEmpty, others.count < entries.count else { return false }
        silent += entries.filter(isThere).prefix(1)
        entries = others
        return true
    }

    /// Who said nothing, for an error that says why the others did not do.
    var remark: String {
        guard !silent.isEmpty else { return "" }
        let names = silent.map { entry in
            let host = [entry.name, entry.address ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
            return entry.port.isEmpty ? host : "\(host), port \(entry.port)"
        }
        return "; nobody answered in time at \(names.joined(separator: "; "))"
    }
}
