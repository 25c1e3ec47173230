import Foundation

/// How long a local store takes to open whose receiver was away: with as many notifications waiting as ever wait.
enum BacklogOpening {
    /// As long as real ones: a renewal with its signed transaction and renewal information.
    private static let payloadLength = 6_000
    /// The most that waits, in megabytes.
    private static let most = 64

    /// - Parameter program: The tool in release.
    static func markdown(program: String, isQuick: Bool) throws -> String {
        let alone = try startSeconds(program, megabytes: 0)
        let results = try (isQuick ? [8] : [16, most]).map { ($0, try startSeconds(program, megabytes: $0) - alone) }
        let last = results.last ?? (0, 0)
        let perMegabyte = last.1 * 1_000 / Double(max(1, last.0))
        let rows = results.map { "| \($0) | \($0 << 20 / payloadLength) | \($1.short) |" }
        return """
            ### Opening with notifications that wait

            `purser store serve` in a folder whose log of notifications is so long, none of them delivered. *Seconds* are those
            until it listens, beyond those of a folder where nothing waits (\(alone.short) s).

            | log, MB | notifications | seconds |
            |---:|---:|---:|
            \(rows.joined(separator: "\n"))

            | target | measured | met |
            |---|---:|---|
            | opening with waiting notifications, ms for each MB: at most 16 (1 s for \(most) MB) | \(perMegabyte.short) \
            | \(perMegabyte <= 16 ? "yes" : "**no**") |

            """
    }

    /// The best of three starts.
    private static func startSeconds(_ program: String, megabytes: Int) throws -> Double {
        try (0..<3).map { _ in
            let server = try LoadedServer(store: program, notifications: log(megabytes))
            defer { server.end() }
            return server.startSeconds
        }.min() ?? 0
    }

    /// A log as the store writes it; its notifications are due in the year 2099, so that none is sent.
    private static func log(_ megabytes: Int) -> Data {
        var log = Data(#"{"destination":"http://127.0.0.1:9/hook","lastEvent":0}"#.utf8) + Data("\n".utf8)
        let payload = String(repeating: "a", count: payloadLength - 420)
        for number in 0..<(megabytes << 20 / payloadLength) {
            let line = """
                {"add":{"notificationUUID":"\(number)","notificationType":"DID_RENEW","date":1700000000000,"version":2,\
                "account":"flora","transactionId":"\(2_000_000_000 + number)","signedPayload":"\(payload).b.c",\
                "isDelivered":false,"sendAttempts":[],"nextAttemptDate":4070908800000}}

                """
            log.append(Data(line.utf8))
        }
        return log
    }
}
