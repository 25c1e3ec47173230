import Foundation

/// What a customer has, asked of a purchase server with very many customers: how often in a second, beside an empty route, and
/// how long the slowest wait.
enum StatementScale {
    private struct Result {
        let customers: Int
        /// Answers a second at 64 connections.
        let empty, kept, fresh: Double
        /// Milliseconds within which 99 of 100 were answered.
        let p99: Double
        let megabytes: Double
        let databaseMegabytes: Double
    }

    private static let connections = 64
    private static let turns = 5

    static func markdown(isQuick: Bool) throws -> String {
        let results = try (isQuick ? [1_000] : [10_000, 100_000, 1_000_000]).map {
            try measure(customers: $0, isQuick: isQuick)
        }
        guard let few = results.first, let many = results.last else { return "" }
        let targets = [
            "| rate, times an empty route: at least 0.50 | \(mark(many.kept / many.empty) { $0 >= 0.5 }) |",
            "| 99 of 100 within, ms: at most 10 | \(mark(many.p99) { $0 <= 10 }) |",
            "| memory, MB: at most 300 | \(mark(many.megabytes) { $0 <= 300 }) |",
            "| rate with the most customers by that with the fewest: at least 0.80 | "
                + "\(mark(many.kept / few.kept) { $0 >= 0.8 }) |",
        ]
        return """
            ## What a customer has

            A purchase server on SQLite whose customers have 15 facts each, in a process of its own, asked with a public key over
            HTTP by \(connections) connections of one thread, each for another customer each time. One customer's purchases came by an
            upload, the others are copies of the rows. *Kept*: the server was asked before and nothing has changed since.
            *Fresh*: it was not, and reads and folds the facts. *Memory* is the largest of the process, *database* the file.

            | customers | empty route/s | kept/s | fresh/s | 99 of 100 within, ms | memory, MB | database, MB |
            |---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            | target | measured | met |
            |---|---:|---|
            \(targets.joined(separator: "\n"))

            """
    }

    private static func mark(_ value: Double, _ isMet: (Double) -> Bool) -> String {
        "\(value.short) | \(isMet(value) ? "yes" : "**no**")"
    }

    private static func row(_ result: Result) -> String {
        let numbers = [
            result.empty, result.kept, result.fresh, result.p99, result.megabytes, result.databaseMegabytes,
        ]
        return "| \(result.customers) | \(numbers.map(\.short).joined(separator: " | ")) |"
    }

    private static func measure(customers: Int, isQuick: Bool) throws -> Result {
        let server = try StatementServer(customers: customers)
        defer { server.end() }
        let count = isQuick ? 4_000 : 40_000
        let empty = ["GET /empty HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]
        let askingForKept = try LoadClients(connections, port: server.port, requests: server.keptRequests)
        let askingForNothing = try LoadClients(connections, port: server.emptyPort, requests: empty)
        for clients in [askingForKept, askingForNothing] { _ = try clients.rate(of: count / 4) }
        var (kept, nothing, p99) = (0.0, 0.0, 0.0)
        // Turn by turn: the machine's pace changes within a minute. What disturbs only takes time.
        for _ in 0..<turns {
            kept = max(kept, try askingForKept.rate(of: count))
            p99 = max(p99, askingForKept.p99 * 1_000)
            nothing = max(nothing, try askingForNothing.rate(of: count))
        }
        let askingAnew = try LoadClients(connections, port: server.port, requests: server.freshRequests)
        return Result(
            customers: customers,
            empty: nothing,
            kept: kept,
            // Each is asked for once: the second time it would be kept.
            fresh: try askingAnew.rate(of: server.freshRequests.count - connections),
            p99: p99,
            megabytes: try server.megabytes(),
            databaseMegabytes: server.databaseMegabytes
        )
    }
}
