import AppStoreModels
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("verifyReceipt without the name of an environment")
struct PlainVerifyReceiptTests {
    @Test(
        "A store answers as its environment, and knows the receipts of the other, which one authority signed",
        arguments: [
            (AppStoreEnvironment.sandbox, AppStoreEnvironment.sandbox, Int64(0)), (.production, .production, 0),
            (.production, .sandbox, 21007), (.sandbox, .production, 21008),
        ]
    )
    func environments(asked: AppStoreEnvironment, signed: AppStoreEnvironment, status: Int64) async throws {
        let other = try SampleShop.open(environment: signed)
        try other.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let tester = try RouteTester(store: try SampleShop.open(environment: asked))
        let body = #"{"receipt-data":"\#(try SampleShop.receipt(other))"}"#
        let answer = try await tester.ask(.post, "/verifyReceipt", body)
        #expect(answer.status == 200)
        #expect(answer.json[integer: "status"] == status)
    }

    @Test("A receipt without purchases leads to its account, which may have some by now")
    func emptyReceipt() async throws {
        let store = try SampleShop.open()
        for number in 0..<20 { try store.createAccount(id: "account \(number)") }
        let receipt = try SampleShop.receipt(store)
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let tester = try RouteTester(store: store)
        let answer = try await tester.ask(.post, "/verifyReceipt", #"{"receipt-data":"\#(receipt)","password":"x"}"#)
        #expect(VerifyReceiptResponse(json: answer.json).latestReceiptInfo.count == 1)
    }
}
