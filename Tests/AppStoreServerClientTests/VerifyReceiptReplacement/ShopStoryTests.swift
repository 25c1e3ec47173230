import AppStoreModels
import AppStoreServerClient
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("What stands in for verifyReceipt, beside the local store's own verifyReceipt")
struct ShopStoryTests {
    /// Both answers to a request, field by field.
    private func differences(
        _ request: VerifyReceiptRequest,
        _ shop: ReplacementShop,
        as environment: AppStoreEnvironment = .sandbox
    ) async throws -> [FieldDifference] {
        let endpoint: VerifyReceiptEndpoint = environment == .production ? .production : .sandbox
        let original = shop.store.verifyReceipt(request, endpoint: endpoint)
        let answer = try await shop.replacement().answer(request, as: environment)
        #expect(original.status == .valid)
        return FieldDifference.between(
            original,
            answer,
            permitting: PermittedDifference.today(sent: request.receiptData ?? "")
        )
    }

    @Test("Every field is the same in every story, with new receipts and old ones", arguments: ShopStory.all)
    func stories(_ story: ShopStory) async throws {
        let shop = try ReplacementShop()
        try story.beginning(shop.store)
        let old = try shop.receipts()
        try story.end(shop.store)
        let receipts = Set(old + (try shop.receipts())).sorted()
        #expect(!receipts.isEmpty)
        for receipt in receipts {
            for request in [
                ReplacementShop.request(receipt),
                ReplacementShop.request(receipt, password: "hush", newestOnly: true),
            ] {
                let differences = try await differences(request, shop)
                #expect(differences == [])
            }
        }
    }

    @Test("Production's answers are the same, too")
    func production() async throws {
        let shop = try ReplacementShop(environment: .production)
        try shop.store.subscribe()
        try shop.store.advance(days: 40)
        let request = ReplacementShop.request(try shop.receipt())
        let differences = try await differences(request, shop, as: .production)
        #expect(differences == [])
        let answer = try await shop.replacement().answer(request, as: .production)
        #expect(answer.environment == .production)
        #expect(answer.receipt?.adamID == SampleShop.app.appAppleID)
        #expect(answer.latestReceiptInfo.count == 3)
    }

    @Test("A comparison that finds nothing would: a field more, a field less, another value")
    func finds() throws {
        let original = VerifyReceiptResponse(json: [
            "status": 0, "latest_receipt": "A", "latest_receipt_info": [["transaction_id": "1", "quantity": "1"]],
        ])
        let replacement = VerifyReceiptResponse(json: [
            "status": 0, "latest_receipt": "B", "environment": "Sandbox",
            "latest_receipt_info": [["transaction_id": "1", "quantity": "2"]], "pending_renewal_info": [],
        ])
        let all = FieldDifference.between(original, replacement, permitting: [])
        #expect(
            all.map(\.path) == [
                "environment", "latest_receipt", "latest_receipt_info[1].quantity", "pending_renewal_info.count",
            ]
        )
        let permitted = PermittedDifference.today(sent: "B")
        #expect(FieldDifference.between(original, replacement, permitting: permitted).count == 3)
        let other = PermittedDifference.today(sent: "C")
        #expect(FieldDifference.between(original, replacement, permitting: other) == all)
    }
}
