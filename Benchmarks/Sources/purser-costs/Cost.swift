import Foundation

/// Something that happens in tests again and again.
struct Cost: Sendable {
    let name: String
    /// Prepares it, and gives what does it once.
    let prepare: @Sendable () async throws -> () async throws -> Void

    /// Seconds of processor time, all threads together: of the first time, and of the best of several after it, for what
    /// disturbs only adds time.
    ///
    /// - Parameters:
    ///   - sessions: How often it is prepared: whoever disturbs may do it for as long as one of them takes.
    ///   - turns: How often it happens in each of them after the first time.
    func seconds(sessions: Int, turns: Int) async throws -> (first: Double, later: Double) {
        var first: Double?
        var best = Double.infinity
        for _ in 0..<sessions {
            let happen = try await prepare()
            let seconds = try await Self.seconds(of: happen)
            if first == nil { first = seconds }
            for _ in 0..<turns { best = min(best, try await Self.seconds(of: happen)) }
        }
        return (first ?? best, best)
    }

    /// Seconds of several times after the first, which does what has to be done once.
    func laterSeconds(turns: Int) async throws -> [Double] {
        let happen = try await prepare()
        try await happen()
        var seconds: [Double] = []
        for _ in 0..<turns { seconds.append(try await Self.seconds(of: happen)) }
        return seconds
    }

    private static func seconds(of happen: () async throws -> Void) async throws -> Double {
        let start = processorSeconds
        try await happen()
        return processorSeconds - start
    }

    static let all = [
        Cost(name: "session") { { _ = try TestShop() } },
        Cost(name: "purchase") { try TestShop().purchase() },
        Cost(name: "purchase-with-receipt") { try TestShop(looksAtReceipt: true).purchase() },
        Cost(name: "renewals") { try TestShop().yearOfRenewals() },
        Cost(name: "renewals-with-receipt") { try TestShop(looksAtReceipt: true).yearOfRenewals() },
        Cost(name: "receipt") { try SubscriberReceipt().madeAndValidated() },
    ]

    /// The same on both of Apple's interfaces, for an app that is launched and listens.
    static let compared = [
        Cost(name: "launch-1") { { try TestShop().observing() } },
        Cost(name: "launch-2") { { _ = try ModernTestShop().listening() } },
        Cost(name: "first-purchase-1") { { try TestShop().purchase()() } },
        Cost(name: "first-purchase-2") { { try await ModernTestShop().purchase()() } },
        Cost(name: "purchase-1") { try TestShop().purchase() },
        Cost(name: "purchase-2") { try await ModernTestShop().purchase() },
        Cost(name: "purchase-with-proof-1") { try TestShop(looksAtReceipt: true).purchase() },
        Cost(name: "purchase-with-proof-2") { try await ModernTestShop(looksAtSignature: true).purchase() },
        Cost(name: "renewals-1") { try TestShop().yearOfRenewals() },
        Cost(name: "renewals-2") { try await ModernTestShop().yearOfRenewals() },
        Cost(name: "renewals-with-proof-1") { try TestShop(looksAtReceipt: true).yearOfRenewals() },
        Cost(name: "renewals-with-proof-2") { try await ModernTestShop(looksAtSignature: true).yearOfRenewals() },
    ]

    /// Processor time of this process: other programs on the machine do not count.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
