import AppStoreModels
import Entitlements
import Foundation

/// How long the fold of facts into entitlements takes: one statement about each transaction, and several, which have to be
/// put in order.
enum FoldScale {
    private static let counts = [1, 10, 100, 1_000]
    private static let statements = 3

    static func markdown(isQuick: Bool) throws -> String {
        let stopwatch = isQuick ? Stopwatch(turns: 3, turnSeconds: 0.05) : Stopwatch(turns: 9, turnSeconds: 0.2)
        let rows = try counts.map { count in
            let once = facts(count, statements: 1)
            let often = facts(count, statements: statements)
            let times = try stopwatch.measure([
                Contender(name: "once") { try fold(once) }, Contender(name: "often") { try fold(often) },
            ])
            return "| \(count) | \(times[0].short) | \(times[1].short) | \((times[1] / Double(count)).short) |"
        }
        return """
            ## From facts to entitlements

            Renewals of ten subscriptions, in microseconds. *three statements*: each transaction was stated three times, twice at
            the same moment with another account token, so that every comparison goes to the last member.

            | transactions | one statement each | three statements each | per transaction |
            |---:|---:|---:|---:|
            \(rows.joined(separator: "\n"))

            """
    }

    private static func fold(_ facts: PurchaseFacts) throws {
        guard !facts.entitlements(at: SampleStore.date).isEmpty else { throw BenchmarkError("nothing is owned") }
    }

    private static func facts(_ count: Int, statements: Int) -> PurchaseFacts {
        var facts = PurchaseFacts()
        for number in 0..<count {
            let begin = SampleStore.date.addingTimeInterval(Double(number / 10 - 100) * 30 * 86_400)
            var fact = PurchaseFact(
                transactionID: "\(2_000_000_900_000_001 + number)",
                originalTransactionID: "\(2_000_000_900_000_001 + number % 10)",
                productID: "com.example.flowershop.monthly",
                environment: .production,
                purchaseDate: begin,
                statedDate: begin
            )
            fact.expiresDate = begin.addingTimeInterval(30 * 86_400)
            fact.bundleID = SampleStore.bundleID
            fact.productType = .autoRenewableSubscription
            facts.insert(fact)
            for statement in 1..<statements {
                fact.statedDate = begin.addingTimeInterval(60)
                fact.appAccountToken = UUID(uuidString: "7B3F6F44-1C2D-4E0A-9A57-0D6B1F1A2C3\(statement)")
                facts.insert(fact)
            }
        }
        return facts
    }
}
