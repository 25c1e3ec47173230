import CLibPQ

/// What the server said without being asked, as far as it matters.
///
/// Before it ends a connection that waits for nothing it says why. And where it leaves off waiting for a standby, because it was
/// asked to cancel, by this end or by an administrator, it says so before it answers the commit as any other.
///
/// libpq calls it while its session calls libpq, so on the session's event loop.
final class NoticeBox {
    /// The last thing that it said.
    private(set) var last: PostgreSQLError?
    private var isUnconfirmed = false

    /// Whether the server has left off waiting for a standby since this was last asked.
    func takeUnconfirmed() -> Bool {
        defer { isUnconfirmed = false }
        return isUnconfirmed
    }

    /// Has libpq put what the server says here, as long as the connection is there.
    func listen(to connection: LibPQConnection) {
        // The session has both this and the connection, and lets go of the connection first.
        let address = Unmanaged.passUnretained(self).toOpaque()
        PQsetNoticeReceiver(
            connection.pointer,
            { address, result in
                guard let address else { return }
                let box = Unmanaged<NoticeBox>.fromOpaque(address).takeUnretainedValue()
                box.take(PostgreSQLError(result: result))
            },
            address
        )
    }

    /// The warning has a code that others have, and words in the language of the server; only where it comes from tells.
    private func take(_ notice: PostgreSQLError) {
        last = notice
        if notice.serverFunction == "SyncRepWaitForLSN" { isUnconfirmed = true }
    }
}
