/// Microseconds of each contender on one receipt.
struct ReceiptResult {
    let records: Int
    let bytes: Int
    let openSSL: Double
    let openSSLBare: Double
    let bare: Double
    let validated: Double
    let read: Double
    /// Peak growth of a process that validates it, in bytes, the receipt included; nil if unknown.
    let memory: Int?

    init(_ contenders: ReceiptContenders, _ stopwatch: Stopwatch, memory: Int?) throws {
        let times = try stopwatch.measure([
            contenders.openSSL, contenders.openSSLBare, contenders.swiftCryptoBare(), contenders.validated,
            contenders.read,
        ])
        (openSSL, openSSLBare, bare, validated, read) = (times[0], times[1], times[2], times[3], times[4])
        (records, bytes, self.memory) = (contenders.records, contenders.receipt.count, memory)
    }

    var timesBare: Double { validated / bare }
    var timesThroughput: Double { openSSL / validated }
    var memoryRatio: Double? { memory.map { Double($0) / Double(bytes) } }
}

/// Microseconds of each contender on one signed transaction.
struct JWSResult {
    let bytes: Int
    let bare: Double
    let verified: Double
    /// A notification with a transaction and renewal information inside: three signatures.
    let notified: Double
    let notificationBytes: Int

    init(_ contenders: JWSContenders, _ stopwatch: Stopwatch) throws {
        let times = try stopwatch.measure([contenders.bare(), contenders.verified, contenders.notified])
        (bare, verified, notified) = (times[0], times[1], times[2])
        (bytes, notificationBytes) = (contenders.token.utf8.count, contenders.notification.utf8.count)
    }

    var timesBare: Double { verified / bare }
    /// The rate of notifications, by that at which three signatures can be verified.
    var notificationShare: Double { 3 * bare / notified }
}
