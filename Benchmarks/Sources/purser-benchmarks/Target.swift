import Foundation

/// What we promise, and whether a run kept it.
struct Target {
    let promise: String
    let measured: String
    let isMet: Bool

    static func atMost(_ limit: Double, _ value: Double, _ what: String) -> Target {
        Target(promise: "\(what): at most \(limit.short)", measured: value.short, isMet: value <= limit)
    }

    static func atLeast(_ limit: Double, _ value: Double, _ what: String) -> Target {
        Target(promise: "\(what): at least \(limit.short)", measured: value.short, isMet: value >= limit)
    }

    /// A table of targets, with an empty line before it.
    static func table(_ targets: [Target]) -> String {
        let rows = targets.map { "| \($0.promise) | \($0.measured) | \($0.isMet ? "yes" : "**no**") |" }
        return "\n| target | measured | met |\n|---|---:|---|\n\(rows.joined(separator: "\n"))\n"
    }

    /// How many times the C validator's throughput we promise, by number of records.
    private static let throughput: [Int: Double] = [5: 20, 100: 8, 1000: 3.2, 10_000: 1.6]

    static func all(_ receipts: [ReceiptResult], _ jws: JWSResult) -> [Target] {
        receipts.flatMap(targets) + linearity(receipts)
            + [
                atMost(1.2, jws.timesBare, "JWS, times bare P-256 and digest"),
                atLeast(0.7, jws.notificationShare, "notifications, times the rate of their three signatures"),
            ]
    }

    /// What we promise to an app that finds unfinished purchases when it starts.
    static func all(_ pending: [PendingTransactions]) -> [Target] {
        guard let most = pending.first(where: { $0.count == 10_000 }),
            let few = pending.first(where: { $0.count == 1000 }),
            let twice = pending.first(where: { $0.count == 20_000 })
        else { return [] }
        return [
            atMost(2, most.seconds, "10000 pending transactions, seconds"),
            atMost(1.5, twice.each / few.each, "time for each, 20000 pending transactions against 1000 (linear)"),
        ]
    }

    private static func targets(_ result: ReceiptResult) -> [Target] {
        let name = "\(result.records) records"
        var targets = [atMost(1.25, result.timesBare, "\(name), times bare cryptography")]
        if let limit = throughput[result.records] {
            targets.append(atLeast(limit, result.timesThroughput, "\(name), times the C validator's throughput"))
        }
        if result.records == 1000 {
            targets.append(atMost(1, result.read / result.openSSL, "\(name), all fields read, times the C validator"))
        }
        // A process grows by whole pages, so small receipts cannot be measured.
        if let ratio = result.memoryRatio, result.records >= 1000 {
            targets.append(atMost(3, ratio, "\(name), peak memory, times the receipt"))
        }
        return targets
    }

    private static func linearity(_ receipts: [ReceiptResult]) -> [Target] {
        guard let large = receipts.first(where: { $0.records == 10_000 }),
            let small = receipts.first(where: { $0.records == 1000 })
        else { return [] }
        let growth = (large.read / Double(large.bytes)) / (small.read / Double(small.bytes))
        return [atMost(1.2, growth, "time for each byte, 10000 records against 1000 (linear)")]
    }
}

extension Double {
    /// Two digits after the point below 10, one below 100, none above.
    var short: String { String(format: self < 10 ? "%.2f" : self < 100 ? "%.1f" : "%.0f", self) }
}
