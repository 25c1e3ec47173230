import Foundation
import Locking
import NIOCore
import NIOPosix
import PostgreSQLSupport

/// A way to the tests' database on which requests to cancel are kept until they are let go.
///
/// libpq sends such a request over a connection of its own, so on a busy network it may come late.
actor LateCancels {
    /// How long a request to cancel is, and what it begins with: its length and its code, as the protocol has them.
    private static let beginning: [UInt8] = [0, 0, 0, 16, 4, 210, 22, 46]

    /// How many have come.
    private(set) var kept = 0
    /// How many the server has got, and has acted upon.
    private(set) var delivered = 0
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Serves the way while `body` runs.
    ///
    /// - Parameter body: Is told the parameters that lead there.
    static func with(_ body: (LateCancels, String) async throws -> Void) async throws {
        let cluster = try await DatabaseCluster.shared()
        let socket = cluster.folder.appendingPathComponent(".s.PGSQL.\(cluster.port)").path
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        let port = listener.channel.localAddress?.port ?? 0
        let parameters = "host=127.0.0.1 port=\(port) user=\(DatabaseCluster.account) dbname=postgres sslmode=disable"
        let way = LateCancels()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await listener.executeThenClose { clients in
                    await withTaskGroup(of: Void.self) { connections in
                        do {
                            for try await client in clients {
                                connections.addTask { try? await way.serve(client, socket) }
                            }
                        } catch {}
                        connections.cancelAll()
                    }
                }
            }
            do {
                try await body(way, parameters)
            } catch {
                await way.letGo()
                group.cancelAll()
                throw error
            }
            await way.letGo()
            group.cancelAll()
        }
    }

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private nonisolated func serve(_ client: Connection, _ socket: String) async throws {
        let server = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(unixDomainSocketPath: socket) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        let isCancel = Locked(false)
        try await client.executeThenClose { questions, toClient in
            try await server.executeThenClose { answers, toServer in
                try await withThrowingTaskGroup(of: Void.self) { directions in
                    directions.addTask {
                        for try await part in questions {
                            if part.readableBytesView.starts(with: Self.beginning) {
                                isCancel.withLock { $0 = true }
                                await self.keep()
                            }
                            try await toServer.write(part)
                        }
                        toServer.finish()
                    }
                    directions.addTask {
                        for try await part in answers { try await toClient.write(part) }
                        // The server ends a connection by which it was asked to cancel when it has done that.
                        if isCancel.withLock({ $0 }) { await self.isDelivered() }
                        toClient.finish()
                    }
                    // Whichever side ends, both are over.
                    try await directions.next()
                    directions.cancelAll()
                }
            }
        }
    }

    private func keep() async {
        kept += 1
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func isDelivered() { delivered += 1 }

    /// Lets go what is kept, and keeps no more.
    func letGo() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
