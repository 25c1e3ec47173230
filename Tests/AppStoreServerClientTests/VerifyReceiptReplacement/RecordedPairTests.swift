import AppReceipt
import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("What stands in for verifyReceipt, beside Apple's recorded answers", .enabled(if: Fixtures.areAvailable))
struct RecordedPairTests {
    @Test("Every field of the recording is there and the same", arguments: RecordedPair.all)
    func pairs(_ pair: RecordedPair) async throws {
        let (receipt, recorded) = (try pair.receipt(), try pair.answer())
        let read = try AppReceipt(wireForm: receipt)
        let requestDate = try #require(recorded.receipt?.requestDate)
        let replacement = VerifyReceiptReplacement(
            asking: try StubServerAPI(try pair.customer()).client(bundleID: read.bundleID),
            policy: .appStore,
            now: { requestDate }
        )
        let text = receipt.base64EncodedString()
        let answer = try await replacement.answer(
            ReplacementShop.request(text, newestOnly: try pair.asksForNewestOnly()),
            as: try #require(recorded.environment)
        )
        let differences = FieldDifference.between(
            recorded,
            answer,
            permitting: PermittedDifference.recorded(sent: text)
        )
        #expect(differences == [])
        #expect(answer.receipt == recorded.receipt)
    }

    @Test("There are pairs with subscriptions, without, and with what is old left out")
    func pairsExist() throws {
        #expect(RecordedPair.all.count >= 14)
        #expect(try RecordedPair.all.filter { try $0.asksForNewestOnly() }.count >= 3)
        #expect(try RecordedPair.all.filter { try $0.answer().latestReceiptInfo.isEmpty }.count >= 7)
    }
}
