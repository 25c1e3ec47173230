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
        static let all: [Pair] = {
            let available = Set(CorpusReceipt.all.map { $0["file"] })
            return ((try? Fixtures.rows("verifyreceipt-json/index.tsv")) ?? []).compactMap { row in
                let file = (row["request_receipt(in data/receipts)"] ?? "") + ".der"
                guard available.contains(file), row["status"] == "0" else { return nil }
                return Pair(receipt: file, answer: row["file"] ?? "")
            }
        }()
    }

    @Test("equal Apple's recorded answer in all but the request date", arguments: Pair.all)
    func equal(_ pair: Pair) throws {
        let receipt = try AppReceipt(wireForm: Fixtures.data("receipts/" + pair.receipt))
        let response = try VerifyReceiptResponse(jsonData: Fixtures.data("verifyreceipt-json/" + pair.answer))
        let recorded = try #require(response.receipt)
        let requestDate = try #require(recorded.requestDate)
        #expect(receipt.verifyReceiptJSON(requestDate: requestDate).json == recorded.json)
    }

    @Test("there are pairs to compare")
    func pairsExist() {
        #expect(Pair.all.count >= 8)
    }
}
