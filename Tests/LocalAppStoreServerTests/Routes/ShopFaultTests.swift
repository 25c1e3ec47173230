import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Faults that meet the shop of the page, which buys as an app on a device does")
struct ShopFaultTests {
    private let tester: RouteTester

    init() throws { tester = try RouteTester() }

    private func buy(asDevice: Bool) async throws -> RouteTester.Answer {
        let body = #"{"productId":"\#(SampleShop.posy)","account":"\#(SampleShop.customer)","asDevice":\#(asDevice)}"#
        return try await tester.ask(.post, "/control/purchases", body)
    }

    private func set(_ kind: String) async throws {
        let answer = try await tester.ask(.post, "/control/faults", #"{"kind":"\#(kind)","times":1}"#)
        #expect(answer.status == 201)
    }

    @Test("Who was charged and sees an error has the purchase all the same")
    func chargeThenError() async throws {
        try await set("chargeThenError")
        let failed = try await buy(asDevice: true)
        #expect(failed.status == 409)
        #expect(failed.errorCode == "purchase-failed")
        let transaction = try #require(failed.json[object: "error"]?[object: "transaction"]?[string: "transactionId"])
        #expect(tester.store.transactions(account: SampleShop.customer).map(\.transactionID) == [transaction])
    }

    @Test("A sheet that never comes sells nothing; a script is met by none of it")
    func sheetNeverShown() async throws {
        try await set("sheetNeverShown")
        #expect(try await buy(asDevice: true).errorCode == "purchase-failed")
        #expect(tester.store.transactions(account: SampleShop.customer).isEmpty)
        #expect(try await buy(asDevice: true).status == 201, "it struck once")
        try await set("chargeThenError")
        let second = #"{"productId":"\#(SampleShop.seeds)","account":"\#(SampleShop.customer)"}"#
        #expect(try await tester.ask(.post, "/control/purchases", second).status == 201)
    }

    @Test("A restore fails where one is to, and a shop that is offline buys nothing")
    func restore() async throws {
        let path = "/control/accounts/\(SampleShop.customer)/restore"
        try await set("restoreFails")
        #expect(try await tester.ask(.post, path, #"{"asDevice":true}"#).status != 200)
        #expect(try await tester.ask(.post, path, #"{"asDevice":true}"#).status == 200)
        try await set("offline")
        #expect(try await buy(asDevice: true).errorCode == "offline")
        #expect(tester.store.transactions(account: SampleShop.customer).isEmpty)
    }
}
