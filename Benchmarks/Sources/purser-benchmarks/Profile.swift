/// One kind of work, often, for a profiler. Instructions hardly vary from run to run:
///
/// ```
/// valgrind --tool=callgrind .build/release/purser-benchmarks --profile receipt-1000
/// ```
enum Profile {
    static func run(_ work: String) throws {
        let store = try SampleStore()
        let contender: Contender
        let parts = work.split(separator: "-")
        switch (parts.first, parts.last.flatMap { Int($0) }) {
        case ("receipt", let records?): contender = try ReceiptContenders(store, records: records).validated
        case ("fields", let records?): contender = try ReceiptContenders(store, records: records).read
        case ("pending", let count?):
            let seconds = try PendingTransactions.seconds(count)
            return print("\(count) pending transactions: \(seconds) s")
        case ("jws", _): contender = try JWSContenders(store).verified
        default: throw BenchmarkError("nothing is called \(work)\n\(Options.usage)")
        }
        for _ in 0..<200 { try contender.run() }
    }
}
