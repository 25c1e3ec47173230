import Foundation

/// The servers under load: 100 clients alone, and beside 900 that send slowly or never read; their memory over many requests.
enum LoadScale {
    private static let good = 100
    private static let others = 900

    /// A server and what is asked of it.
    private struct Subject: Sendable {
        let name: String
        /// What the good clients ask over and over.
        let request: String
        /// The ways to be a burden, a third of the others each; the last is deaf.
        let burdens: [String]
        let start: @Sendable (_ program: String) throws -> LoadedServer

        static let store = Subject(
            name: "purser store serve",
            request: LoadScale.get("/control/clock"),
            burdens: [
                "GET /control/clock HTT", LoadScale.half("/sandbox/verifyReceipt", #"{"receipt-data":""#),
                LoadScale.many("/web/shop.js"),
            ],
            start: { try LoadedServer(store: $0) }
        )

        static let purchases = Subject(
            name: "purser serve",
            request: LoadScale.get("/v1/customers/rose"),
            burdens: [
                "GET /v1/customers/rose HTT", LoadScale.half("/v1/customers/rose/receipts", #"{"receiptData":""#),
                LoadScale.many("/metrics"),
            ],
            start: { try LoadedServer(purchaseServer: $0) }
        )
    }

    /// What was measured of one server.
    private struct Result {
        let name: String
        let alone, beside: Double
        /// How many of the others were still connected at the end of a turn: the fewest of all turns.
        let open: Int
        /// How many deaf clients were cut off as such.
        let stalled: Int
        let megabytesBefore, megabytesAfter: Double

        var share: Double { beside / alone }
        var growth: Double { megabytesAfter / megabytesBefore }
    }

    /// - Parameter program: The tool in release.
    static func markdown(program: String, isQuick: Bool) throws -> String {
        let many = isQuick ? 10_000 : 100_000
        let results = try [Subject.store, .purchases].map { subject in
            try measure(subject, program: program, turn: isQuick ? 2_000 : 20_000, many: many)
        }
        return """
            ## A server under load

            Each server in a process of its own, with \(good) clients that ask the same over and over (the store for its clock,
            the purchase server for what a customer has), alone and beside \(others) others: a third sends half a head, a third
            half a body, a third asks for much and reads none. The best of three turns. The others are cut off in time, so they
            are made anew for each turn; *open* is how many of them were still connected when a turn ended, by the server's own
            `/health`, the fewest of the three turns. *Deaf* is how many of \(others / 3) that only ask for much were cut off as
            such afterwards, which shows that those of the others were. *Memory* is that of the server before and after
            \(many) requests more.

            | server | clients | requests/s alone | requests/s beside \(others) | share | open | deaf | memory before, MB | after, MB |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            | target | measured | met |
            |---|---:|---|
            \(results.flatMap { targets($0, many) }.joined(separator: "\n"))

            \(try BacklogOpening.markdown(program: program, isQuick: isQuick))
            """
    }

    private static func measure(_ subject: Subject, program: String, turn: Int, many: Int) throws -> Result {
        let server = try subject.start(program)
        defer { server.end() }
        let clients = try LoadClients(good, port: server.port, request: subject.request)
        _ = try clients.rate(of: turn / 4)
        var (alone, beside, open): ([Double], [Double], [Int]) = ([], [], [])
        for _ in 0..<3 {
            alone.append(try clients.rate(of: turn))
            let burdens = try (0..<others).map { number in
                try burden(subject, number, port: server.port)
            }
            defer { burdens.forEach { close($0) } }
            // What the others ask for is answered first, as far as they take it.
            _ = try clients.rate(of: turn / 4)
            beside.append(try clients.rate(of: turn))
            // Without the good clients and the connection that asks.
            open.append(try server.openConnections() - good - 1)
        }
        let stalled = try Self.stalled(subject, server)
        let before = try server.megabytes()
        _ = try clients.rate(of: many)
        return Result(
            name: subject.name,
            alone: alone.max() ?? 0,
            beside: beside.max() ?? 0,
            open: open.min() ?? 0,
            stalled: stalled,
            megabytesBefore: before,
            megabytesAfter: try server.megabytes()
        )
    }

    private static func row(_ result: Result) -> String {
        let numbers = [
            result.alone.short, result.beside.short, result.share.short, "\(result.open)", "\(result.stalled)",
            result.megabytesBefore.short, result.megabytesAfter.short,
        ]
        return "| `\(result.name)` | \(good) | \(numbers.joined(separator: " | ")) |"
    }

    private static func targets(_ result: Result, _ many: Int) -> [String] {
        let met = { (isMet: Bool) in isMet ? "yes" : "**no**" }
        return [
            "| `\(result.name)`: rate beside \(others) others, times the rate alone: at least 0.70 | \(result.share.short) "
                + "| \(met(result.share >= 0.7)) |",
            "| `\(result.name)`: others that are still connected at the end of a turn: all \(others) | \(result.open) "
                + "| \(met(result.open >= others)) |",
            "| `\(result.name)`: deaf clients that were cut off as such: all \(others / 3) | \(result.stalled) "
                + "| \(met(result.stalled >= others / 3)) |",
            "| `\(result.name)`: memory after \(many) requests, times that before: at most 1.10 | \(result.growth.short) "
                + "| \(met(result.growth <= 1.1)) |",
        ]
    }

    private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }

    /// A request whose body goes on for ever.
    private static func half(_ target: String, _ beginning: String) -> String {
        "POST \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n\(beginning)"
    }

    /// So many requests as a server takes ahead of their answers, less a few.
    private static func many(_ target: String) -> String { String(repeating: get(target), count: 60) }

    /// Waits until the server has cut deaf clients off, for which it takes half a minute.
    ///
    /// - Returns: How many it has: all of them, unless they were no burden.
    private static func stalled(_ subject: Subject, _ server: LoadedServer) throws -> Int {
        let count = others / subject.burdens.count
        let before = try server.stalledAnswers()
        let deaf = try (0..<count).map { _ in try burden(subject, subject.burdens.count - 1, port: server.port) }
        defer { deaf.forEach { close($0) } }
        var stalled = 0
        // Less than the minute after which the good clients would be cut off for idling.
        for _ in 0..<50 {
            sleep(1)
            stalled = try server.stalledAnswers() - before
            if stalled >= count { break }
        }
        return stalled
    }

    /// One of the others, which take turns in the ways to be a burden.
    private static func burden(_ subject: Subject, _ number: Int, port: Int) throws -> Int32 {
        let way = number % subject.burdens.count
        let descriptor = try LoadClients.connect(port, isDeaf: way == subject.burdens.count - 1)
        let bytes = Array(subject.burdens[way].utf8)
        // What the server does not take is not needed.
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        return descriptor
    }
}
