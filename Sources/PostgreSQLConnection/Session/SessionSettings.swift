/// What a session is told before anything else is asked over it.
///
/// It is told by a statement, not with the connection: a pooler between knows few settings that come with that and refuses the
/// others, also where it keeps sessions.
enum SessionSettings {
    /// Without these answers cannot be read, and not all of what the server says is heard.
    private static let needed = [
        ("bytea_output", "hex"), ("extra_float_digits", "1"), ("datestyle", "ISO"), ("client_min_messages", "warning"),
    ]

    /// By these the server finds out within a minute or so that this machine is gone without a word, and gives its locks back. The
    /// numbers are those by which this end finds out about the server. A session over a socket of the same machine takes them and
    /// does without.
    private static let wanted = [
        ("idle_in_transaction_session_timeout", "60s"), ("tcp_keepalives_idle", "30"),
        ("tcp_keepalives_interval", "10"), ("tcp_keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]

    /// A commit is on the database's disk before it is answered, also where the database, the account or the connection string
    /// would not wait for that. What waits for less than standbys, or for more, is left as it is.
    private static let durable = """
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
        """

    /// One statement for all of them.
    ///
    /// - Parameter options: What the connection string, or a variable, gives the server; what stands there holds.
    static func statement(besides options: String?) -> PostgreSQLStatement {
        let settings = needed + wanted.filter { options?.contains($0.0) != true }
        let calls = settings.map { name, value in "set_config('\(name)', '\(value)', false)" }
        return PostgreSQLStatement("SELECT \((calls + [durable]).joined(separator: ", "))", isPrepared: false)
    }
}
