import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser receipt show and json", .timeLimit(.minutes(15)))
struct ReceiptShowTests {
    /// A subscription with a trial, a year of months, a gap and a refund.
    private func subscriber() throws -> Data {
        try SampleReceipt.signed { draft in
            draft.inAppPurchases = (0..<14).map { index in
                var period = SampleReceipt.subscription
                period.transactionID = String(2001 + index)
                period.isTrialPeriod = index == 0
                let begin = Double(index) + (index > 6 ? 0.5 : 0)
                period.purchaseDate = TestAuthority.signingDate + begin * 30 * 86_400
                period.expiresDate = period.purchaseDate + 30 * 86_400
                if index == 13 { period.cancellationDate = period.purchaseDate + 86_400 }
                return period
            }
        }
    }

    @Test("A receipt of a subscriber has a timeline with trial, gap and refund")
    func timeline() async throws {
        let outcome = try await Tool.run(["receipt", "show"], input: try subscriber())
        #expect(outcome.status == 0)
        let lines = outcome.lines
        let start = try #require(lines.firstIndex(of: "Subscription timeline"))
        #expect(lines[start + 1] == "original 2000, 14 periods: com.example.app.monthly")
        #expect(
            Array(lines[(start + 3)...]) == [
                "  ░  2024-08-06  2024-09-05  trial",
                "  █  2024-09-05  2025-03-04  paid × 6",
                "  ·  2025-03-04  2025-03-19  not paid for 15 d",
                "  █  2025-03-19  2025-09-15  paid × 6",
                "  ×  2025-09-15  2025-09-16  ended by a refund or an upgrade",
                "█ paid   ░ trial   × refunded   · gap   times in UTC",
            ]
        )
        // The bar: in the order of time, in proportion, and nothing short is lost.
        let bar = lines[start + 2].dropFirst(2)
        #expect(bar.count == 72)
        #expect(String(bar.reduce(into: "") { if $0.last != $1 { $0.append($1) } }) == "░█·█×")
    }

    @Test("The timeline of hundreds of interrupted periods is short and within the width", arguments: [60, 80, 200])
    func longTimeline(_ width: Int) async throws {
        let receipt = try SampleReceipt.signed { draft in
            draft.inAppPurchases = (0..<200).map { index in
                var period = SampleReceipt.subscription
                period.transactionID = String(2001 + index)
                period.purchaseDate += Double(index) * 600
                period.expiresDate = period.purchaseDate + 300
                return period
            }
        }
        let input = Data(receipt)
        for all in [false, true] {
            let outcome = try await Tool.run(
                ["receipt", "show"] + (all ? ["--all"] : []),
                input: input,
                environment: ["COLUMNS": String(width)]
            )
            let start = try #require(outcome.lines.firstIndex(of: "Subscription timeline"))
            let timeline = outcome.lines[start...]
            #expect(timeline.allSatisfy { $0.count <= width }, "\(timeline.joined(separator: "\n"))")
            #expect(timeline.count == (all ? 403 : 28))
            #expect(timeline.contains("  … 376 more, which --all shows …") == !all)
        }
    }

    @Test("JSON has the timeline too")
    func json() async throws {
        let outcome = try await Tool.run(["receipt", "show", "--json"], input: try subscriber())
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        let chain = try #require(json[array: "subscriptionTimeline"]?.first?.object)
        #expect(chain[string: "originalTransactionId"] == "2000")
        let kinds = chain[array: "spans"]?.compactMap { $0.object?[string: "kind"] }
        #expect(kinds == ["trial", "paid", "gap", "paid", "refunded"])
    }

    @Test("receipt json prints what verifyReceipt would")
    func verifyReceiptJSON() async throws {
        let outcome = try await Tool.run(
            ["receipt", "json", "--at", "2025-01-01T00:00:00Z"],
            input: try SampleReceipt.signed()
        )
        #expect(outcome.status == 0)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[string: "receipt_type"] == "ProductionSandbox")
        #expect(json["request_date_ms"] == "1735689600000")
        let purchase = try #require(json[array: "in_app"]?.last?.object)
        #expect(purchase["is_trial_period"] == "true")
        #expect(purchase["original_transaction_id"] == "2000")
        #expect(purchase["expires_date"] == "2024-09-05 12:00:00 Etc/GMT")
    }

    @Test("Unusable input is one line and exit code 2", arguments: ["show", "json"])
    func unusable(_ command: String) async throws {
        let outcome = try await Tool.run(["receipt", command], input: Data("<html>".utf8))
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
