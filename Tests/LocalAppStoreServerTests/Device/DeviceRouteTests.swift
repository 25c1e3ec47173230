import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The device interface")
struct DeviceRouteTests {
    private let tester: RouteTester

    init() throws { tester = try RouteTester() }

    private func post(_ path: String, _ body: String) async throws -> RouteTester.Answer {
        try await tester.ask(.post, "/device/\(path)", body)
    }

    @Test(
        "What is no message is refused, and the store is as before",
        arguments: [
            "customer", "products", "purchases", "unfinished", "restore", "finish", "receipt", "subscriptions",
            "attempts", "codes", "events", "price-answers",
        ]
    )
    func noMessage(path: String) async throws {
        for body in ["", "[]", "{", #"{"account":7}"#] {
            let answer = try await post(path, body)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-body")
        }
        #expect(tester.store.latestEventSequence == 1)
    }

    @Test("An account is created when its device comes for the first time, and found afterwards")
    func customer() async throws {
        for _ in 0..<2 {
            let answer = try await post("customer", #"{"account":"iris"}"#)
            #expect(answer.status == 200)
            #expect(answer.json[object: "account"]?[string: "id"] == "iris")
        }
        #expect(tester.store.accounts.count == 2)
    }

    @Test("An account that nobody has is unknown", arguments: ["unfinished", "subscriptions", "attempts"])
    func unknownAccount(path: String) async throws {
        #expect(try await post(path, #"{"account":"nobody"}"#).errorCode == "unknown-account")
    }

    @Test("A device finishes nothing of another account")
    func foreign() async throws {
        let bought = try tester.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try tester.store.createAccount(id: "iris")
        let body = #"{"account":"iris","transactionId":"\#(bought.transactionID)"}"#
        #expect(try await post("finish", body).errorCode == "unknown-transaction")
        #expect(try tester.store.transaction(bought.transactionID).isFinished == false)
    }

    @Test("A receipt needs a device that can be told from others")
    func zeroDevice() async throws {
        let answer = try await post("receipt", #"{"account":"flora","device":"AAAAAAAA"}"#)
        #expect(answer.errorCode == "invalid-body")
    }

    @Test("Events are told from where the device stands; a number from another life is not complete")
    func events() async throws {
        let first = try await post("events", #"{"account":"flora","waitSeconds":0}"#)
        #expect(first.json["isComplete"] == true)
        let last = try #require(first.json[integer: "last"])
        try tester.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try tester.store.createAccount(id: "iris")
        let next = try await post("events", #"{"account":"flora","after":\#(last),"waitSeconds":0}"#)
        #expect(next.json[objects: "events"].map { $0[string: "name"] } == ["purchased"])
        #expect(next.json["isComplete"] == true)
        let lost = try await post("events", #"{"account":"flora","after":99,"waitSeconds":0}"#)
        #expect(lost.json["isComplete"] == false)
        #expect(lost.json[integer: "last"] == Int64(tester.store.latestEventSequence))
    }
}
