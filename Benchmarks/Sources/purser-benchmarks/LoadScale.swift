import Foundation

/// The local store under load: 100 clients alone, and beside 900 that send slowly or never read; its memory over many requests.
enum LoadScale {
    private static let request = "GET /control/clock HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    private static let good = 100

    /// The ways to be a burden, a third of the 900 each.
    private static let burdens = [
        "GET /control/clock HTT",
        "POST /sandbox/verifyReceipt HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{\"receipt-data\":\"",
        String(repeating: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", count: 60),
    ]

    /// - Parameter program: The tool in release, with `store serve`.
    static func markdown(program: String, isQuick: Bool) throws -> String {
        let requests = isQuick ? 2_000 : 20_000
        let server = try LoadedServer(program: program)
        defer { server.end() }
        let clients = try LoadClients(good, port: server.port, request: request)
        _ = try clients.rate(of: requests / 4)
        var (alone, beside): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            alone.append(try clients.rate(of: requests))
            let others = try (0..<900).map { try burden($0, port: server.port) }
            // What the others ask for is answered first, as far as they take it.
            _ = try clients.rate(of: requests / 4)
            beside.append(try clients.rate(of: requests))
            others.forEach { close($0) }
        }
        let before = try server.megabytes()
        let many = isQuick ? 10_000 : 100_000
        _ = try clients.rate(of: many)
        let after = try server.megabytes()
        let best = (alone: alone.max() ?? 0, beside: beside.max() ?? 0)
        let share = best.beside / best.alone
        return """
            ## A server under load

            `purser store serve` in a process of its own, with \(good) clients that ask for the clock over and over, alone and
            beside 900 others: a third sends half a head, a third half a body, a third asks for pages and reads none. The best
            of three turns. The others are cut off in time, so they are made anew for each turn. *Memory* is that of the
            server before and after \(many) requests more.

            | clients | requests/s alone | requests/s beside 900 | share | memory before, MB | after, MB |
            |---:|---:|---:|---:|---:|---:|
            | \(good) | \(best.alone.short) | \(best.beside.short) | \(share.short) | \(before.short) | \(after.short) |

            | target | measured | met |
            |---|---:|---|
            | rate beside 900 others, times the rate alone: at least 0.70 | \(share.short) | \(share >= 0.7 ? "yes" : "**no**") |
            | memory after \(many) requests, times that before: at most 1.10 | \((after / before).short) | \(after <= before * 1.1 ? "yes" : "**no**") |

            """
    }

    private static func burden(_ number: Int, port: Int) throws -> Int32 {
        let descriptor = try LoadClients.connect(port)
        let text = Array(burdens[number % burdens.count].utf8)
        // What the server does not take is not needed.
        _ = send(descriptor, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        return descriptor
    }
}
