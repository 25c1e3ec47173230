import Foundation

/// Notifications that a purchase server takes: each is verified, and on the disk before it is acknowledged.
enum IngestScale {
    /// How many send at the same time: as few as elsewhere here, and as many as an App Store with much to tell.
    private static let connections = [64, 256]
    /// In how many turns, each followed by the limit's: the machine's pace changes within a minute.
    private static let turns = 4

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
                served, servedAlone, limit.inserted.perSecond, limit.verified.perSecond, limit.together.perSecond,
                serverCost, clientCost,
            ]
            return "| \(connections) | \(numbers.map(\.short).joined(separator: " | ")) |"
        }

        var targets: [String] {
            [
                ("taken, times inserted in batches: at least 0.50", served / limit.inserted.perSecond),
                ("the same without the sender: at least 0.50", servedAlone / limit.inserted.perSecond),
                ("taken, times verified and inserted: at least 0.50", served / limit.together.perSecond),
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
            their way as there are connections: nobody who trusts signatures alone is quicker here. The server and what it is
            compared with take \(turns) turns each, one after the other.

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
        let first = max(count / 10, 3 * connections)
        // Each is sent once: what was taken before is taken in a moment. A turn asks for less than two more on each connection.
        _ = try clients.pace(of: first - 2 * connections)
        let turns = max(1, min(Self.turns, (count - first) / (6 * connections)))
        let sent = (count - first) / turns
        let inserted = min(count, 10_000) / turns
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("limit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let limit = try IngestLimit(batch: connections, in: folder)
        var served = Pace(count: 0, seconds: 0)
        var (serverTime, clientTime, asked) = (0.0, 0.0, 0)
        for turn in 0..<turns {
            let before = (server: server.processorSeconds, client: OwnProcess.processorSeconds)
            let pace = try clients.pace(of: sent - 2 * connections)
            serverTime += server.processorSeconds - before.server
            clientTime += OwnProcess.processorSeconds - before.client
            asked += pace.count + connections
            served += pace
            try limit.takeTurn(with: server.bodies[(turn * inserted)..<((turn + 1) * inserted)])
        }
        return Result(
            connections: connections,
            bytes: server.bodies.reduce(0) { $0 + $1.count } / max(count, 1),
            served: served.perSecond,
            serverCost: serverTime / Double(asked) * 1_000_000,
            clientCost: clientTime / Double(asked) * 1_000_000,
            limit: limit
        )
    }
}
