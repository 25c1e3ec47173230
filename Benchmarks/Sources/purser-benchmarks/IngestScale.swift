import Foundation

/// Notifications that a purchase server takes: each is verified, and on the disk before it is acknowledged.
enum IngestScale {
    /// How many send at the same time: as few as elsewhere here, and as many as an App Store with much to tell.
    private static let connections = [64, 256]

    private struct Result {
        let connections: Int
        let bytes: Int
        /// Taken in a second.
        let served: Double
        /// Microseconds of processor time for each, all threads together.
        let serverCost, clientCost: Double
        let limit: IngestLimit

        /// Taken in a second, if nobody but the server needed the processor: what the program that sends takes of it is given
        /// back.
        var servedAlone: Double {
            let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
            return served / (1 - min(clientCost * served / 1_000_000 / cores, 0.9))
        }

        var row: String {
            let numbers = [
                served, servedAlone, limit.inserted, limit.verified, limit.together, serverCost, clientCost,
            ]
            return "| \(connections) | \(numbers.map(\.short).joined(separator: " | ")) |"
        }

        var targets: [String] {
            [
                ("taken, times inserted in batches: at least 0.50", served / limit.inserted),
                ("the same without the sender: at least 0.50", servedAlone / limit.inserted),
                ("taken, times verified and inserted: at least 0.50", served / limit.together),
            ].map { target, value in
                "| \(connections) | \(target) | \(value.short) | \(value >= 0.5 ? "yes" : "**no**") |"
            }
        }
    }

    static func markdown(isQuick: Bool) throws -> String {
        let count = isQuick ? 2_000 : 20_000
        let results = try connections.map { try measure(count, over: $0) }
        return """
            ## Notifications

            \(count) notifications about as many subscribers, of \(results[0].bytes) bytes each on average, sent over 64 and over 256
            connections to a purchase server in a process of its own; each is acknowledged after it is on the disk. *Server* and
            *sender* are microseconds of processor time for each. *Without the sender*: as many as would be taken if the program that
            sends them did not need the same processor. *Inserted*: the same octets into a table of one column and a key, as many in a
            commit as there are connections, `synchronous = FULL`, with nothing else done. *Verified*: the bare P-256 of the three
            signatures in each, on one core. *Both*: bare P-256 on all cores, and what is verified inserted by one thread, as many on
            their way as there are connections: nobody who trusts signatures alone is quicker here.

            | connections | taken/s | without the sender/s | inserted/s | verified/s | both/s | server, µs | sender, µs |
            |---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(\.row).joined(separator: "\n"))

            | connections | target | measured | met |
            |---:|---|---:|---|
            \(results.flatMap(\.targets).joined(separator: "\n"))

            """
    }

    private static func measure(_ count: Int, over connections: Int) throws -> Result {
        let server = try IngestServer(notifications: count)
        defer { server.end() }
        let clients = try LoadClients(connections, port: server.port, requests: server.requests)
        // The first of them find nothing ready: connections, statements, what is remembered of certificates.
        let first = max(count / 10, 2 * connections)
        _ = try clients.rate(of: first - connections)
        let before = (server: server.processorSeconds, client: OwnProcess.processorSeconds)
        // Each is sent once: what was taken before is taken in a moment.
        let measured = count - first - connections
        let served = try clients.rate(of: measured)
        let (serverTime, clientTime) = (
            server.processorSeconds - before.server, OwnProcess.processorSeconds - before.client
        )
        let sent = Double(measured + connections)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("limit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return Result(
            connections: connections,
            bytes: server.bodies.reduce(0) { $0 + $1.count } / max(count, 1),
            served: served,
            serverCost: serverTime / sent * 1_000_000,
            clientCost: clientTime / sent * 1_000_000,
            limit: try IngestLimit(of: Array(server.bodies.prefix(10_000)), batch: connections, in: folder)
        )
    }
}
