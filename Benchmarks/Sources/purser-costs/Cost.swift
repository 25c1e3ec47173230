import Foundation

/// Something that happens in tests again and again.
struct Cost: Sendable {
    let name: String
    /// Prepares it, and gives what does it once.
    let prepare: @Sendable () throws -> () throws -> Void

    /// Seconds of processor time, all threads together: of the first time, and of the best of several after it, for what
    /// disturbs only adds time.
    func seconds(turns: Int) throws -> (first: Double, later: Double) {
        let happen = try prepare()
        let first = try Self.seconds(of: happen)
        return (first, try (0..<turns).reduce(first) { best, _ in min(best, try Self.seconds(of: happen)) })
    }

    private static func seconds(of happen: () throws -> Void) throws -> Double {
        let start = processorSeconds
        try happen()
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

    /// Processor time of this process: other programs on the machine do not count.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
