import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Faults over the control interface")
struct FaultRouteTests {
    private let tester: RouteTester

    init() throws { tester = try RouteTester() }

    @Test("A script sets a fault, sees it everywhere, and ends it")
    func script() async throws {
        let body =
            #"{"kind":"finishLate","times":2,"account":"flora","productId":"\#(SampleShop.seeds)","seconds":90.5}"#
        let set = try await tester.ask(.post, "/control/faults", body)
        #expect(set.status == 201)
        let id = try #require(set.json[string: "id"])
        #expect(set.json["kind"] == "finishLate")
        #expect(set.json["times"] == 2)
        #expect(set.json["account"] == "flora")
        #expect(set.json["productId"] == .string(SampleShop.seeds))
        #expect(set.json["seconds"] == .number(try #require(JSONNumber(text: "90.5"))))
        let listed = try await tester.ask(.get, "/control/faults").json
        #expect(listed[objects: "faults"] == [set.json])
        #expect(listed[objects: "kinds"].count == StoreFault.Kind.all.count)
        #expect(try await tester.ask(.get, "/control/state").json[objects: "faults"] == [set.json])
        let event = try await tester.ask(.get, "/control/events?account=flora").json[objects: "events"].last
        #expect(event?["name"] == "faultSet")
        #expect(event?[object: "fault"] == set.json)
        let cleared = try await tester.ask(.delete, "/control/faults/\(id)")
        #expect(cleared.status == 200)
        #expect(cleared.json[array: "faults"]?.isEmpty == true)
        #expect(try await tester.ask(.delete, "/control/faults/\(id)").errorCode == "unknown-fault")
        _ = try await tester.ask(.post, "/control/faults", #"{"kind":"offline"}"#)
        #expect(tester.store.faults.first?.remaining == nil)
        _ = try await tester.ask(.delete, "/control/faults")
        #expect(tester.store.faults.isEmpty)
    }

    @Test("The kinds that imitate a bug of Apple's say which releases have it, and what an app does")
    func bugs() async throws {
        let kinds = try await tester.ask(.get, "/control/faults").json[objects: "kinds"]
        let bugs = kinds.filter { $0[object: "bug"] != nil }
        #expect(Set(bugs.compactMap { $0[string: "kind"] }) == Set(StoreFault.KnownBug.all.map(\.id)))
        let cancelled = try #require(bugs.first { $0[string: "kind"] == "cancelledAfterSuccess" })
        #expect(cancelled[object: "bug"]?[string: "releases"] == "iOS 18.3.1 to 18.5")
        let set = try await tester.ask(.post, "/control/faults", #"{"kind":"entitlementLate","seconds":1}"#)
        #expect(set.status == 201)
    }

    @Test("How often sending fails is a count with a name of its own; attempts are listed")
    func attemptCount() async throws {
        let set = try await tester.ask(.post, "/control/faults", #"{"kind":"notificationLost","attemptCount":3}"#)
        #expect(set.json[integer: "attemptCount"] == 3)
        #expect(set.json["attempts"] == nil)
        #expect(tester.store.faults.first?.parameters.attempts == 3)
        #expect(FaultRecord(json: set.json).parameters.attempts == 3)
        let kinds = try await tester.ask(.get, "/control/faults").json[objects: "kinds"]
        let lost = kinds.first { $0[string: "kind"] == "notificationLost" }
        #expect(lost?[array: "parameters"] == ["attemptCount", "rate", "result"])
        let old = try await tester.ask(.post, "/control/faults", #"{"kind":"notificationLost","attempts":3}"#)
        #expect(old.errorCode == "invalid-body")
    }

    @Test("Resetting the store ends all faults")
    func reset() async throws {
        _ = try await tester.ask(.post, "/control/faults", #"{"kind":"offline"}"#)
        _ = try await tester.ask(.post, "/control/reset")
        #expect(tester.store.faults.isEmpty)
    }

    @Test(
        "What means nothing is refused, and nothing changes",
        arguments: [
            (#"{}"#, "invalid-body"), (#"{"kind":1}"#, "invalid-body"), (#"{"kind":"earthquake"}"#, "invalid-value"),
            (#"{"kind":"offline","times":"many"}"#, "invalid-body"),
            (#"{"kind":"offline","times":0}"#, "invalid-value"),
            (#"{"kind":"offline","often":1}"#, "invalid-body"), (#"{"kind":"finishLate"}"#, "invalid-value"),
            (#"{"kind":"finishLate","seconds":"long"}"#, "invalid-body"),
            (#"{"kind":"finishLate","seconds":1e999}"#, "invalid-value"),
            (#"{"kind":"offline","account":"nobody"}"#, "unknown-account"),
            (#"{"kind":"purchaseFails","productId":"none"}"#, "unknown-product"), ("[]", "invalid-body"),
        ]
    )
    func refused(body: String, code: String) async throws {
        let before = tester.store.engine
        let answer = try await tester.ask(.post, "/control/faults", body)
        #expect(answer.errorCode == code, "\(answer.text)")
        #expect(tester.store.engine == before)
    }

    @Test("verifyReceipt sends a receipt of the wrong environment to the other server: 21007, 21008")
    func wrongEnvironment() async throws {
        func status(_ path: String) async throws -> JSONValue? {
            let body = #"{"receipt-data":"\#(try SampleShop.receipt(tester.store))"}"#
            return try await tester.ask(.post, path, body).json["status"]
        }
        #expect(try await status("/sandbox/verifyReceipt") == 0)
        #expect(try await status("/production/verifyReceipt") == 21_007)
        try tester.store.setFault(StoreFault(.wrongEnvironment))
        #expect(try await status("/sandbox/verifyReceipt") == 21_008)
        #expect(try await status("/production/verifyReceipt") == 0)
        try tester.store.setFault(StoreFault(.expiredCertificate))
        #expect(try await status("/production/verifyReceipt") == 21_003)
    }
}
