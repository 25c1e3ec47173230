import CLibPQ

/// The last thing that the server said without being asked. Before it ends a connection that waits for nothing it says why.
///
/// libpq calls it while its session calls libpq, so on the session's event loop.
final class NoticeBox {
    private(set) var last: PostgreSQLError?

    /// Has libpq put what the server says here, as long as the connection is there.
    func listen(to connection: LibPQConnection) {
        // The session has both this and the connection, and lets go of the connection first.
        let address = Unmanaged.passUnretained(self).toOpaque()
        PQsetNoticeReceiver(
            connection.pointer,
            { address, result in
                guard let address else { return }
                let box = Unmanaged<NoticeBox>.fromOpaque(address).takeUnretainedValue()
                box.last = PostgreSQLError(result: result)
            },
            address
        )
    }
}
