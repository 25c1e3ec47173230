import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore

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
        case ("verify", let records?): contender = try Self.verifyReceipt(records: records)
        case ("jws", _): contender = try JWSContenders(store).verified
        default: throw BenchmarkError("nothing is called \(work)\n\(Options.usage)")
        }
        for _ in 0..<200 { try contender.run() }
    }

    /// Answers of `verifyReceipt` about a subscriber of so many periods, each signed anew: the clock goes on in between.
    private static func verifyReceipt(records: Int) throws -> Contender {
        let store = try SubscriberStore.inMemory()
        _ = try SubscriberStore.subscribe(1, to: store)
        try store.advance(to: SubscriberStore.date(afterRenewals: records - 1))
        let device = try DeviceIdentifier("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B")
        let account = store.accounts[0].id
        var request = VerifyReceiptRequest()
        request.receiptData = try store.receipt(account: account, device: device).base64EncodedString()
        return Contender(name: "verifyReceipt") {
            try store.advance(to: store.now.addingTimeInterval(1))
            let answer = store.verifyReceipt(request, endpoint: .sandbox)
            guard answer.status == .valid, JSONValue.object(answer.json).jsonData.count > 1_000 * records else {
                throw BenchmarkError("verifyReceipt did not answer")
            }
        }
    }
}
