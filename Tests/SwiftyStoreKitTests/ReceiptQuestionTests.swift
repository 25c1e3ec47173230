import Foundation
import Testing

@testable import SwiftyStoreKit

@Suite("Questions about a decoded receipt")
struct ReceiptQuestionTests {
    private func object(_ json: String) throws -> ReceiptInfo {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? ReceiptInfo)
    }

    /// A purchase; dates in seconds.
    private func item(
        _ product: String,
        _ id: String,
        bought: Int = 100,
        expires: Int? = nil,
        cancelled: String = ""
    ) -> String {
        let expiry = expires.map { #","expires_date_ms":"\#($0)000""# } ?? ""
        return
            #"{"product_id":"\#(product)","quantity":"1","transaction_id":"\#(id)","original_transaction_id":"\#(id)","#
            + #""purchase_date_ms":"\#(bought)000","original_purchase_date_ms":"\#(bought)000"\#(expiry)\#(cancelled)}"#
    }

    private func receipt(_ inApp: [String] = [], latest: [String]? = nil, requested: Int? = 1_000) throws -> ReceiptInfo
    {
        let latest = latest.map { #","latest_receipt_info":[\#($0.joined(separator: ","))]"# } ?? ""
        let requested = requested.map { #","request_date_ms":"\#($0)000""# } ?? ""
        return try object(
            #"{"status":0,"receipt":{"in_app":[\#(inApp.joined(separator: ","))]\#(requested)}\#(latest)}"#
        )
    }

    private func describe(_ result: VerifySubscriptionResult) -> String {
        switch result {
        case .purchased(let date, let items):
            "purchased \(Int(date.timeIntervalSince1970)) \(items.map(\.transactionId).joined(separator: ","))"
        case .expired(let date, let items):
            "expired \(Int(date.timeIntervalSince1970)) \(items.map(\.transactionId).joined(separator: ","))"
        case .notPurchased: "not purchased"
        }
    }

    private func purchase(_ product: String, _ receipt: ReceiptInfo) -> String? {
        guard case .purchased(let item) = SwiftyStoreKit.verifyPurchase(productId: product, inReceipt: receipt) else {
            return nil
        }
        return item.transactionId
    }

    @Test("A purchase is found in either list; the newest counts")
    func purchases() throws {
        let receipt = try receipt(
            [item("rose", "1", bought: 100), item("rose", "2", bought: 300)],
            latest: [item("tulip", "3"), item("rose", "4", bought: 200)]
        )
        #expect(purchase("rose", receipt) == "2")
        #expect(purchase("tulip", receipt) == "3")
        #expect(purchase("weed", receipt) == nil)
    }

    @Test(
        "A refunded purchase is none, however the receipt writes it",
        arguments: [
            #","cancellation_date":"2017-03-11 01:22:23 Etc/GMT""#,
            #","cancellation_date_ms":"500000""#,
            #","cancellation_date_ms":500000"#,
        ]
    )
    func refunds(cancelled: String) throws {
        #expect(purchase("rose", try receipt([item("rose", "1", cancelled: cancelled)])) == nil)
        let subscription = try receipt([], latest: [item("gold", "1", expires: 2_000, cancelled: cancelled)])
        #expect(
            describe(
                SwiftyStoreKit.verifySubscription(ofType: .autoRenewable, productId: "gold", inReceipt: subscription)
            ) == "not purchased"
        )
    }

    @Test(
        "A subscription is judged at the date of the receipt; equal is expired",
        arguments: [(1_000, "expired 1000 1"), (1_001, "purchased 1001 1"), (999, "expired 999 1")]
    )
    func subscriptions(expires: Int, answer: String) throws {
        let receipt = try receipt([], latest: [item("gold", "1", expires: expires)])
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "gold",
            inReceipt: receipt,
            validUntil: Date(timeIntervalSince1970: 5)
        )
        #expect(describe(result) == answer)
    }

    @Test("validUntil counts only where the receipt has no date")
    func validUntil() throws {
        let receipt = try receipt([], latest: [item("gold", "1", expires: 500)], requested: nil)
        for (date, answer) in [(499.0, "purchased 500 1"), (501, "expired 500 1")] {
            let result = SwiftyStoreKit.verifySubscription(
                ofType: .autoRenewable,
                productId: "gold",
                inReceipt: receipt,
                validUntil: Date(timeIntervalSince1970: date)
            )
            #expect(describe(result) == answer)
        }
    }

    @Test("Both lists count together, each transaction once, newest first")
    func union() throws {
        let receipt = try receipt(
            [item("gold", "1", expires: 500), item("gold", "3", expires: 1_500)],
            latest: [item("gold", "2", expires: 800), item("gold", "1", expires: 500)]
        )
        let result = SwiftyStoreKit.verifySubscription(ofType: .autoRenewable, productId: "gold", inReceipt: receipt)
        #expect(describe(result) == "purchased 1500 3,2,1")
    }

    @Test("A group is active if one of its products is")
    func groups() throws {
        let receipt = try receipt(
            [],
            latest: [
                item("gold", "1", expires: 500), item("silver", "2", expires: 1_200),
                item("other", "3", expires: 9_999),
            ]
        )
        let result = SwiftyStoreKit.verifySubscriptions(productIds: ["gold", "silver"], inReceipt: receipt)
        #expect(describe(result) == "purchased 1200 2,1")
    }

    @Test("A subscription that does not renew lasts from its first purchase")
    func nonRenewing() throws {
        let receipt = try receipt([item("season", "1", bought: 400)])
        for (duration, answer) in [(700.0, "purchased 1100 1"), (600, "expired 1000 1")] {
            let result = SwiftyStoreKit.verifySubscription(
                ofType: .nonRenewing(validDuration: duration),
                productId: "season",
                inReceipt: receipt
            )
            #expect(describe(result) == answer)
        }
    }

    @Test("The products that were ever bought, by kind, refunded ones too")
    func distinct() throws {
        let receipt = try receipt(
            [item("season", "1"), item("rose", "2", cancelled: #","cancellation_date_ms":"1""#)],
            latest: [
                item("gold", "3", expires: 1),
                item("silver", "4", expires: 2, cancelled: #","cancellation_date_ms":"1""#),
                item("lifetime", "5"),
            ]
        )
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt) == ["gold", "silver", "lifetime"])
        let withoutLatest = try self.receipt([item("gold", "3", expires: 1), item("rose", "2")])
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: withoutLatest) == nil, "as the original answers")
        let nonRenewing = SwiftyStoreKit.getDistinctPurchaseIds(
            ofType: .nonRenewing(validDuration: 1),
            inReceipt: receipt
        )
        #expect(nonRenewing == ["season", "rose", "lifetime"])
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: [:]) == nil)
    }

    @Test(
        "A receipt of any other shape answers that nothing was bought",
        arguments: [
            "{}", #"{"receipt":null}"#, #"{"receipt":[1],"latest_receipt_info":7}"#, #"{"receipt":{"in_app":{}}}"#,
            #"{"receipt":{"in_app":[null,1,"x",[],{}]}}"#,
            #"{"receipt":{"in_app":[{"product_id":"rose","transaction_id":"1","purchase_date_ms":"nan"}]}}"#,
            #"{"receipt":{"in_app":[{"product_id":"rose","transaction_id":"1","purchase_date_ms":"0x10"}]}}"#,
            #"{"receipt":{"in_app":[{"product_id":"","transaction_id":"1","purchase_date_ms":"1"}]}}"#,
        ]
    )
    func oddReceipts(json: String) throws {
        let receipt = try object(json)
        #expect(purchase("rose", receipt) == nil)
        #expect(
            SwiftyStoreKit.getDistinctPurchaseIds(ofType: .nonRenewing(validDuration: 1), inReceipt: receipt) == nil
        )
    }

    @Test("An item reads numbers and strings alike, and lives with what is missing")
    func items() throws {
        let item = try #require(
            ReceiptItem(
                receiptInfo: try object(
                    #"{"product_id":"gold","quantity":2,"transaction_id":77,"purchase_date_ms":100000,"#
                        + #""expires_date_ms":"200000","is_trial_period":"1","is_in_intro_offer_period":true,"#
                        + #""is_upgraded":"true","web_order_line_item_id":"9"}"#
                )
            )
        )
        #expect((item.quantity, item.transactionId, item.originalTransactionId) == (2, "77", "77"))
        #expect(item.purchaseDate == Date(timeIntervalSince1970: 100))
        #expect(item.originalPurchaseDate == item.purchaseDate)
        #expect(item.subscriptionExpirationDate == Date(timeIntervalSince1970: 200))
        #expect(item.isTrialPeriod && item.isInIntroOfferPeriod && item.isUpgraded)
        #expect(item.webOrderLineItemId == "9")
        #expect(item.cancellationDate == nil)
    }

    @Test("Twenty thousand items are no problem", .timeLimit(.minutes(15)))
    func manyItems() throws {
        let items = (1...20_000).map { (number: Int) in item("gold", "\(number)", expires: number) }
        let receipt = try receipt(items)
        let result = SwiftyStoreKit.verifySubscription(ofType: .autoRenewable, productId: "gold", inReceipt: receipt)
        guard case .purchased(_, let found) = result else {
            Issue.record("not purchased")
            return
        }
        #expect(found.count == 20_000)
        #expect(found.first?.transactionId == "20000")
    }
}
