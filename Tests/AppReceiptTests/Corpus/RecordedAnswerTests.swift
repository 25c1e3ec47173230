import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("Receipts converted to what verifyReceipt answers", .enabled(if: Fixtures.areAvailable))
struct RecordedAnswerTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let receipt: String
        let answer: String
        var testDescription: String { "\(receipt) \(answer)" }

        /// Every recorded answer whose receipt is in the fixtures, by both columns that name one.
        static let all = named(in: "request_receipt(in data/receipts)")
        /// Every recorded answer that itself brought a receipt which is in the fixtures.
        static let latest = named(in: "latest_receipt(in data/receipts)")

        private static func named(in column: String) -> [Pair] {
            let available = Set(CorpusReceipt.all.map { $0["file"] })
            return ((try? Fixtures.rows("verifyreceipt-json/index.tsv")) ?? []).compactMap { row in
                let file = (row[column] ?? "") + ".der"
                guard available.contains(file), row["status"] == "0" else { return nil }
                return Pair(receipt: file, answer: row["file"] ?? "")
            }
        }
    }

    @Test("equal Apple's recorded answer in all but the request date", arguments: Pair.all)
    func equal(_ pair: Pair) throws {
        let receipt = try AppReceipt(wireForm: Fixtures.data("receipts/" + pair.receipt))
        let response = try VerifyReceiptResponse(jsonData: Fixtures.data("verifyreceipt-json/" + pair.answer))
        let recorded = try #require(response.receipt)
        let requestDate = try #require(recorded.requestDate)
        #expect(receipt.verifyReceiptJSON(requestDate: requestDate).json == recorded.json)
    }

    @Test("hold the transactions that Apple listed beside them", arguments: Pair.latest)
    func latest(_ pair: Pair) throws {
        let receipt = try AppReceipt(wireForm: Fixtures.data("receipts/" + pair.receipt))
        let response = try VerifyReceiptResponse(jsonData: Fixtures.data("verifyreceipt-json/" + pair.answer))
        let converted = Dictionary(
            receipt.inAppPurchases.map { ($0.transactionID, $0.verifyReceiptJSON().json) }
        ) { first, _ in first }
        for recorded in response.latestReceiptInfo {
            let json = try #require(recorded.transactionID.flatMap { converted[$0] })
            // The list names the group, which no receipt holds.
            var listed = recorded.json
            listed["subscription_group_identifier"] = nil
            #expect(json == listed)
        }
        #expect(!response.latestReceiptInfo.isEmpty)
    }

    @Test("there are pairs to compare")
    func pairsExist() {
        #expect(Pair.latest.count >= 2)
        #expect(Pair.all.count >= 8)
    }
}
