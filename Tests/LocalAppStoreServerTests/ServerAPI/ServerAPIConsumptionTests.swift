import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Consumption information")
struct ServerAPIConsumptionTests {
    private static let first: [String: String] = [
        "customerConsented": "true", "consumptionStatus": "1", "platform": "2", "sampleContentProvided": "false",
        "deliveryStatus": "3", "appAccountToken": #""7389a31a-fb6d-4569-a2a6-db7d85d84813""#, "accountTenure": "4",
        "playTime": "5", "lifetimeDollarsRefunded": "6", "lifetimeDollarsPurchased": "7", "userStatus": "4",
        "refundPreference": "2",
    ]
    private static let second: [String: String] = [
        "customerConsented": "true", "sampleContentProvided": "true", "deliveryStatus": #""UNDELIVERED_OTHER""#,
        "consumptionPercentage": "25000", "refundPreference": #""GRANT_PRORATED""#,
    ]

    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func body(_ members: [String: String]) -> String {
        "{" + members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
    }

    private func asked(_ decision: String) async throws -> String {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let path = "/control/transactions/\(id)/request-refund"
        #expect(try await tester.ask(.post, path, #"{"decision":"\#(decision)"}"#).status == 200)
        return id
    }

    @Test("The first version is numbers; the preference is heard")
    func version1() async throws {
        let id = try await asked("preference")
        let answer = try await tester.api(.put, "v1/transactions/consumption/\(id)", body(Self.first))
        #expect(answer.status == 202)
        #expect(answer.text.isEmpty)
        let request = try #require(store.refundRequest(transactionID: id))
        #expect(request.isGranted == false)
        #expect(request.answer?.deliveryStatus == "UNDELIVERED_SERVER_OUTAGE")
        #expect(request.answer?.refundPreference == .decline)
        #expect(
            request.answer?.details == [
                "consumptionStatus": 1, "platform": 2, "accountTenure": 4, "playTime": 5,
                "lifetimeDollarsRefunded": 6, "lifetimeDollarsPurchased": 7, "userStatus": 4,
            ]
        )
    }

    @Test("The second version is words; a part is refunded, and the transaction says which")
    func version2() async throws {
        let id = try await asked("preference")
        #expect(try await tester.api(.put, "v2/transactions/consumption/\(id)", body(Self.second)).status == 202)
        #expect(try store.transaction(id).revocationPercentage == 75_000)
        let listed = try await tester.ask(.get, "/control/refund-requests").json
        let record = try #require(RecordList<RefundRequestRecord>(json: listed).records.first)
        #expect(record.transactionID == id)
        #expect(record.isGranted == true)
        #expect(record.refundPreference == .grantProrated)
        #expect(record.decision == .preference)
        let state = try await tester.ask(.get, "/control/state").json
        #expect(StateRecord(json: state).refundRequests.map(\.transactionID) == [id])
    }

    @Test("A decision can be made beforehand, or afterwards, whatever the developer prefers")
    func decisions() async throws {
        let granted = try await asked("grant")
        _ = try await tester.api(.put, "v1/transactions/consumption/\(granted)", body(Self.first))
        #expect(store.refundRequest(transactionID: granted)?.isGranted == true)
        let open = try await asked("undecided")
        #expect(try await tester.api(.put, "v1/transactions/consumption/\(open)", body(Self.first)).status == 202)
        #expect(store.refundRequest(transactionID: open)?.isOpen == true)
        #expect(try await tester.ask(.post, "/control/transactions/\(open)/settle-refund").status == 200)
        #expect(store.refundRequest(transactionID: open)?.isGranted == false)
        #expect(try await tester.ask(.post, "/control/transactions/\(open)/settle-refund").status == 409)
    }

    @Test("After twelve hours it is decided, and nobody is heard any more")
    func late() async throws {
        let id = try await asked("decline")
        try store.advance(by: 12 * 3_600)
        #expect(store.refundRequest(transactionID: id)?.isGranted == false)
        let before = store.engine
        let answer = try await tester.api(.put, "v2/transactions/consumption/\(id)", body(Self.second))
        #expect(answer.status == 400)
        #expect(answer.json["errorCode"] == 4_000_000)
        #expect(store.engine == before)
    }

    /// A member of version 1, a value that it cannot have, and the code.
    static let wrong1: [(String, String?, Int64)] = [
        ("customerConsented", "false", 4_000_035), ("customerConsented", "1", 4_000_035),
        ("customerConsented", nil, 4_000_035), ("consumptionStatus", "4", 4_000_034),
        ("consumptionStatus", #""1""#, 4_000_034), ("platform", "3", 4_000_039), ("platform", "-1", 4_000_039),
        ("sampleContentProvided", "0", 4_000_041), ("sampleContentProvided", nil, 4_000_041),
        ("deliveryStatus", "6", 4_000_036), ("deliveryStatus", #""DELIVERED""#, 4_000_036),
        ("appAccountToken", #""x""#, 4_000_033), ("appAccountToken", nil, 4_000_033), ("accountTenure", "8", 4_000_032),
        ("playTime", "8", 4_000_040), ("playTime", "1.5", 4_000_040), ("lifetimeDollarsRefunded", "8", 4_000_038),
        ("lifetimeDollarsPurchased", "8", 4_000_037), ("userStatus", "5", 4_000_042), ("userStatus", "null", 4_000_042),
        ("refundPreference", "4", 4_000_000),
    ]

    @Test("What is wrong in the first version has its member's code, and changes nothing", arguments: wrong1)
    func refused1(member: String, value: String?, code: Int64) async throws {
        let id = try await asked("preference")
        let before = store.engine
        var members = Self.first
        members[member] = value
        let answer = try await tester.api(.put, "v1/transactions/consumption/\(id)", body(members))
        #expect(answer.json[integer: "errorCode"] == code)
        #expect(store.engine == before)
    }

    static let wrong2: [(String, String?, Int64)] = [
        ("customerConsented", "false", 4_000_035), ("customerConsented", nil, 4_000_035),
        ("sampleContentProvided", nil, 4_000_041), ("deliveryStatus", "0", 4_000_036),
        ("deliveryStatus", #""LOST""#, 4_000_036), ("deliveryStatus", nil, 4_000_036),
        ("consumptionPercentage", "100001", 4_000_000), ("consumptionPercentage", "-1", 4_000_000),
        ("refundPreference", #""MAYBE""#, 4_000_000), ("refundPreference", "1", 4_000_000),
    ]

    @Test("What is wrong in the second version has its member's code, and changes nothing", arguments: wrong2)
    func refused2(member: String, value: String?, code: Int64) async throws {
        let id = try await asked("preference")
        let before = store.engine
        var members = Self.second
        members[member] = value
        let answer = try await tester.api(.put, "v2/transactions/consumption/\(id)", body(members))
        #expect(answer.json[integer: "errorCode"] == code)
        #expect(store.engine == before)
    }

    @Test(
        "The first version is about consumables and auto-renewables only; the second about everything",
        arguments: [(SampleShop.greenhouse, false), (SampleShop.season, false), (SampleShop.posy, true)]
    )
    func types(product: String, isSupported: Bool) async throws {
        let id = try store.buy(productID: product, account: SampleShop.customer).transactionID
        let first = try await tester.api(.put, "v1/transactions/consumption/\(id)", body(Self.first))
        #expect(first.status == (isSupported ? 202 : 400))
        #expect(first.json[integer: "errorCode"] == (isSupported ? nil : 4_000_047))
        #expect(try await tester.api(.put, "v2/transactions/consumption/\(id)", body(Self.second)).status == 202)
    }
}
