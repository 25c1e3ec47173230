import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Offer codes in the control interface")
struct OfferCodeRouteTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester(store: try SampleShop.open(codeOffers: ["Spring"])) }

    private func make(_ rest: String = "") async throws -> RouteTester.Answer {
        try await tester.ask(
            .post,
            "/control/codes",
            #"{"productId":"\#(SampleShop.posy)","referenceName":"Spring"\#(rest)}"#
        )
    }

    @Test("Codes are made for one use each, and redeemed")
    func oneTime() async throws {
        let made = try await make(#","count":3"#)
        #expect(made.status == 201)
        let codes = made.json[objects: "codes"].compactMap { $0[string: "code"] }
        #expect(codes.count == 3 && codes.allSatisfy { $0.count == 18 })
        let redeemed = try await tester.ask(.post, "/control/codes/\(codes[0])/redeem", #"{"account":"flora"}"#)
        #expect(redeemed.status == 201)
        #expect(redeemed.json["offerType"] == 3)
        #expect(redeemed.json["offerIdentifier"] == "Spring")
        let again = try await tester.ask(.post, "/control/codes/\(codes[1])/redeem", #"{"account":"flora"}"#)
        #expect(again.status == 409)
        #expect(again.errorCode == "offer-code-refused")
        let state = try await tester.ask(.get, "/control/state").json
        #expect(state["codeCount"] == 3)
        #expect(state[objects: "codes"].map { $0["isUsedUp"] } == [true, false, false])
    }

    @Test("A word of choice has a limit and an end")
    func word() async throws {
        let end = store.now.addingTimeInterval(86_400)
        let made = try await make(#","code":"tulip","limit":1,"expiresDate":\#(end.millisecondsSince1970)"#)
        #expect(made.json[objects: "codes"].first?["code"] == "TULIP")
        #expect(try await make(#","code":"TULIP""#).errorCode == "offer-code-exists")
        try store.createAccount(id: "fern")
        #expect(try await tester.ask(.post, "/control/codes/tulip/redeem", #"{"account":"fern"}"#).status == 201)
        let full = try await tester.ask(.post, "/control/codes/TULIP/redeem", #"{"account":"flora"}"#)
        #expect(full.errorCode == "offer-code-refused")
        #expect(try await tester.ask(.get, "/control/codes").json[objects: "codes"].first?["redeemedBy"] == ["fern"])
    }

    @Test(
        "What makes no code is refused",
        arguments: [#","count":0"#, #","count":10001"#, #","code":"a b""#, #","code":"a","limit":0"#]
    )
    func refused(rest: String) async throws {
        let answer = try await make(rest)
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-value")
        #expect(store.offerCodes.isEmpty)
    }
}
