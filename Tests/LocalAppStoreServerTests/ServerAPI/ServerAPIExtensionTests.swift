import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Extensions by the App Store Server API")
struct ServerAPIExtensionTests {
    private static let order = #""extendByDays":3,"extendReasonCode":1,"requestIdentifier":"one""#

    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func extend(_ id: String, as request: String = "one") async throws -> RouteTester.Answer {
        let order = Self.order.replacingOccurrences(of: "\"one\"", with: "\"\(request)\"")
        return try await tester.api(.put, "v1/subscriptions/extend/\(id)", "{\(order)}")
    }

    private func mass(_ body: String) async throws -> RouteTester.Answer {
        try await tester.api(.post, "v1/subscriptions/extend/mass", body)
    }

    @Test("Twice within a year, then 4030005")
    func limit() async throws {
        let club = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        for request in ["one", "two"] {
            let answer = try await extend(club.transactionID, as: request)
            #expect(answer.status == 200)
            #expect(answer.json["success"] == true)
            let end = try store.subscription(club.transactionID).expiresDate
            #expect(answer.json[milliseconds: "effectiveDate"] == end)
        }
        let third = try await extend(club.transactionID, as: "three")
        #expect(third.status == 403)
        #expect(third.json["errorCode"] == 4_030_005)
    }

    @Test(
        "A request counts once: the same identifier again is 4000011, for whichever subscription, and changes nothing"
    )
    func repeated() async throws {
        let club = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        try store.createAccount(id: "fern")
        let other = try store.buy(productID: SampleShop.bouquet, account: "fern").transactionID
        // What was refused was not carried out, and may come again.
        #expect(try await extend("1").json["errorCode"] == 4_040_005)
        #expect(try await extend(club).status == 200)
        let before = store.engine
        for id in [club, other] {
            let answer = try await extend(id)
            #expect(answer.status == 400)
            #expect(answer.json["errorCode"] == 4_000_011)
        }
        #expect(store.engine == before)
        #expect(try await extend(other, as: "One").status == 200)
        // The control interface names no requests.
        try store.extendRenewal(originalTransactionID: club, days: 1)
    }

    @Test("A free trial, a failed renewal and an end are 4030004")
    func states() async throws {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        #expect(try await extend(id).json["errorCode"] == 4_030_004)
        try store.updateSettings {
            $0.billingRetryOnRenewalEnabled = true
            $0.billingGracePeriodEnabled = true
        }
        try store.advance(by: 8 * 86_400)
        #expect(try store.subscription(id).status == .billingGracePeriod)
        #expect(try await extend(id).json["errorCode"] == 4_030_004)
        try store.advance(by: 20 * 86_400)
        #expect(try store.subscription(id).status == .billingRetryPeriod)
        #expect(try await extend(id).json["errorCode"] == 4_030_004)
        try store.advance(by: 60 * 86_400)
        #expect(try store.subscription(id).status == .expired)
        #expect(try await extend(id).json["errorCode"] == 4_030_004)
    }

    @Test("Each kind of wrong identifier has its code")
    func identifiers() async throws {
        try store.createAccount(id: "fern")
        try store.createFamily(id: "bloom", organizer: SampleShop.customer)
        try store.joinFamily(id: "bloom", account: "fern")
        let club = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        try store.advance(by: 40 * 86_400)
        let renewal = try store.subscription(club).latestTransactionID
        let shared = try #require(store.subscriptions(account: "fern").first).originalTransactionID
        let download = try store.account(SampleShop.customer).appTransactionID
        let table: [(String, Int64)] = [
            ("x", 4_000_008), ("1", 4_040_005), (seeds, 4_040_005), (renewal, 4_000_187), (shared, 4_030_007),
            (download, 4_000_048),
        ]
        for (id, code) in table { #expect(try await extend(id).json[integer: "errorCode"] == code, "\(id)") }
    }

    @Test("All subscribers are extended, each is told of, and the status says how it went")
    func massExtension() async throws {
        try store.createAccount(id: "fern", storefront: "DEU")
        let club = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        let german = try store.buy(productID: SampleShop.bouquet, account: "fern").transactionID
        let path = "v1/subscriptions/extend/mass/\(SampleShop.bouquet)/one"
        #expect(try await tester.api(.get, path).json["errorCode"] == 4_040_009)
        let product = #""productId":"\#(SampleShop.bouquet)""#
        let answer = try await mass("{\(Self.order),\(product),\"storefrontCountryCodes\":[\"DEU\"]}")
        #expect(answer.status == 200)
        #expect(answer.json["requestIdentifier"] == "one")
        let status = try await tester.api(.get, path).json
        #expect(status["complete"] == true)
        #expect(status[integer: "succeededCount"] == 1)
        #expect(status[integer: "failedCount"] == 0)
        #expect(status[milliseconds: "completeDate"] == store.now)
        #expect(try store.subscription(german).extensionDates.count == 1)
        #expect(try store.subscription(club).extensionDates == [])
        // The same again is the same; the same name for everybody is another request.
        #expect(try await mass("{\(Self.order),\(product),\"storefrontCountryCodes\":[\"DEU\"]}").status == 200)
        #expect(try store.subscription(german).extensionDates.count == 1)
        #expect(try await mass("{\(Self.order),\(product)}").json["errorCode"] == 4_000_011)
    }

    @Test(
        "What is wrong in a mass extension has Apple's code, and nothing has changed",
        arguments: [
            ("", 4_000_009), ("{", 4_000_000), ("[]", 4_000_000), ("{}", 4_000_009),
            (#"{"extendByDays":0}"#, 4_000_009), (#"{"extendByDays":3}"#, 4_000_010),
            (#"{"extendByDays":3,"extendReasonCode":1}"#, 4_000_011), ("{ORDER}", 4_000_023),
            (#"{ORDER,"productId":"\#(SampleShop.seeds)"}"#, 4_000_023),
            (#"{ORDER,"productId":"PRODUCT","storefrontCountryCodes":[]}"#, 4_000_027),
            (#"{ORDER,"productId":"PRODUCT","storefrontCountryCodes":"USA"}"#, 4_000_027),
            (#"{ORDER,"productId":"PRODUCT","storefrontCountryCodes":["US"]}"#, 4_000_028),
            (#"{ORDER,"productId":"PRODUCT","storefrontCountryCodes":["USA",7]}"#, 4_000_028),
        ] as [(String, Int64)]
    )
    func refused(body: String, code: Int64) async throws {
        try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        let before = store.engine
        let text = body.replacingOccurrences(of: "ORDER", with: Self.order)
            .replacingOccurrences(of: "PRODUCT", with: SampleShop.bouquet)
        let answer = try await mass(text)
        #expect(answer.status == 400)
        #expect(answer.json[integer: "errorCode"] == code)
        #expect(store.engine == before)
    }
}
