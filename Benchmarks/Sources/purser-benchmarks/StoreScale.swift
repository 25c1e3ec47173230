import Foundation
import HeapModule
import LocalAppStore

/// A year in the life of many subscribers: how long it takes, and how much memory, in one process.
enum StoreScale {
    private static let renewals = 12

    /// What a process found out.
    private struct Result: Codable {
        var subscribers: Int
        var transactions: Int
        var events: Int
        var seconds: Double
        var renewalSeconds: Double
        var processorSeconds: Double
        var purchaseMicroseconds: Double
        var peakMemory: Int
        var bytesPerTransaction: Double
        var bareSeconds: Double
    }

    /// A table of stores of growing size, each measured in a process of its own.
    static func markdown(isQuick: Bool) throws -> String {
        let sizes = isQuick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000]
        let results = try sizes.map { size in
            let output = try OwnProcess.output(["--store-probe", "\(size)"])
            return try JSONDecoder().decode(Result.self, from: Data(output.utf8))
        }
        return """
            ## A store with many subscribers

            All customers subscribe within a month and renew twelve times, in store time; receipts and signatures are made on
            demand and none is demanded here. One thread; each size in a process of its own.

            - *events*: accounts, purchases, renewals, moves of the clock.
            - *processor*: seconds that the processor worked for it, which other work on the machine changes little.
            - *bare*: the same number of records of the same size through an array and a heap, with nothing else done. No
              store can be faster.
            - *purchase*: one, without signing; the mean of all.

            | subscribers | transactions | events | seconds | of which renewals | processor | events/s | bare | purchase, µs | peak memory, MB | bytes/transaction |
            |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            """ + targets(results)
    }

    private static func targets(_ results: [Result]) -> String {
        guard let most = results.last, most.subscribers == 1_000_000 else { return "" }
        return Target.table([
            Target.atMost(45, most.seconds, "1000000 subscriptions through 12 renewals, seconds"),
            Target.atMost(1.2, Double(most.peakMemory) / 1e9, "the same, peak memory in GB"),
        ])
    }

    private static func row(_ result: Result) -> String {
        String(
            format: "| %d | %d | %d | %.2f | %.2f | %.2f | %.0f | %.2f | %.1f | %.0f | %.0f |",
            result.subscribers,
            result.transactions,
            result.events,
            result.seconds,
            result.renewalSeconds,
            result.processorSeconds,
            Double(result.events) / result.seconds,
            result.bareSeconds,
            result.purchaseMicroseconds,
            Double(result.peakMemory) / 1_048_576,
            result.bytesPerTransaction
        )
    }

    /// What the new process does.
    static func run(subscribers: Int) throws {
        let before = OwnProcess.status("VmRSS") ?? 0
        let processorBefore = OwnProcess.processorSeconds
        let store = try SubscriberStore.inMemory()
        var purchaseSeconds = 0.0
        let subscribing = try OwnProcess.seconds {
            purchaseSeconds = try SubscriberStore.subscribe(subscribers, to: store)
        }
        let renewing = try OwnProcess.seconds {
            try store.advance(to: SubscriberStore.date(afterRenewals: renewals))
        }
        let processorSeconds = OwnProcess.processorSeconds - processorBefore
        let peak = OwnProcess.status("VmHWM") ?? 0
        let transactions = subscribers * (renewals + 1)
        try check(store, subscribers: subscribers)
        let result = Result(
            subscribers: subscribers,
            transactions: transactions,
            events: store.eventCount,
            seconds: subscribing + renewing,
            renewalSeconds: renewing,
            processorSeconds: processorSeconds,
            purchaseMicroseconds: purchaseSeconds / Double(subscribers) * 1_000_000,
            peakMemory: peak,
            bytesPerTransaction: Double(peak - before) / Double(transactions),
            bareSeconds: bareSeconds(subscribers)
        )
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }

    private static func check(_ store: LocalAppStore, subscribers: Int) throws {
        for number in stride(from: 0, to: subscribers, by: max(1, subscribers / 100)) {
            let transactions = store.transactions(account: "customer-\(number)")
            guard transactions.count == renewals + 1, Set(transactions.map(\.transactionID)).count == renewals + 1
            else {
                throw BenchmarkError("customer-\(number) has \(transactions.count) transactions")
            }
        }
    }

    // MARK: The physical limit

    private struct Record {
        var words: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64)
    }

    private struct Due: Comparable {
        let date: Int64
        let row: Int

        static func < (left: Due, right: Due) -> Bool { (left.date, left.row) < (right.date, right.row) }
    }

    private static func bareSeconds(_ subscribers: Int) -> Double {
        var transactions: [Record] = []
        var subscriptions: [Record] = []
        var agenda = Heap<Due>()
        return OwnProcess.seconds {
            for number in 0..<subscribers {
                let record = Record(words: (Int64(number), 0, 0, 0, 0, 0, 0, 0))
                transactions.append(record)
                subscriptions.append(record)
                agenda.insert(Due(date: Int64(number), row: number))
            }
            for _ in 0..<(subscribers * renewals) {
                guard let due = agenda.popMin() else { return }
                var record = subscriptions[due.row]
                record.words.1 = due.date
                subscriptions[due.row] = record
                transactions.append(record)
                agenda.insert(Due(date: due.date + Int64(subscribers), row: due.row))
            }
        }
    }
}
