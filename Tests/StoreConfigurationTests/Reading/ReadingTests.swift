import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@Suite("Reading a configuration")
struct ReadingTests {
    private func read(_ text: String) throws -> StoreConfiguration {
        try StoreConfiguration(data: Data(text.utf8))
    }

    @Test("The flower shop has what its file says")
    func example() throws {
        let configuration = try StoreConfiguration(contentsOf: ExampleCatalogue.url)
        #expect(configuration.products.map(\.productID.lastPart) == ["seeds", "greenhouse"])
        #expect(configuration.products.map(\.type) == [.consumable, .nonConsumable])
        #expect(configuration.products.map(\.price) == [Decimal(string: "0.99"), Decimal(string: "9.99")])
        #expect(configuration.nonRenewingSubscriptions.map(\.productID.lastPart) == ["season"])
        let group = try #require(configuration.subscriptionGroups.first)
        #expect(group.subscriptions.map(\.level) == [1, 2])
        #expect(group.subscriptions.map(\.period?.iso8601) == ["P1M", "P1M"])
        #expect(group.subscriptions[0].introductoryOffer == nil)
        let offer = try #require(group.subscriptions[1].introductoryOffer)
        #expect(offer.paymentMode == .freeTrial)
        #expect(offer.period == BillingPeriod(count: 1, unit: .week))
        #expect(offer.price == 0)
        #expect(configuration.settings.storefront == "USA")
        #expect(configuration.settings.timeRate == .realTime)
    }

    @Test("The introductory offer is that of who pays up front, wherever it stands")
    func billingPlans() {
        let monthly: JSONValue = ["paymentMode": "free", "subscriptionPeriod": "P1W", "billingPlanType": "MONTHLY"]
        let upFront: JSONValue = [
            "paymentMode": "payUpFront", "subscriptionPeriod": "P3M", "billingPlanType": "BILLED_UPFRONT",
        ]
        func offer(_ single: JSONValue, _ list: JSONValue...) -> OfferPaymentMode? {
            ConfiguredSubscription(json: ["introductoryOffer": single, "introductoryOffers": .array(list)])
                .introductoryOffer?.paymentMode
        }
        #expect(offer(.null, monthly, upFront) == .payUpFront)
        #expect(offer(monthly, monthly, upFront) == .payUpFront)
        #expect(offer(monthly, monthly) == nil)
        #expect(offer(["paymentMode": "free"]) == .freeTrial)
    }

    @Test(
        "Whatever makes a file unusable is named, with path, line and column",
        arguments: [
            Damage("", .notJSON, "", 1, 1),
            Damage("<html><body>Not Found</body></html>", .notJSON, "", 1, 1),
            Damage("[]", .notAConfiguration, "", 1, 1),
            Damage("{}", .notAConfiguration, "", 1, 1),
            Damage(#"{"version":{"major":1,"minor":0}}"#, .notAConfiguration, "", 1, 1),
            Damage(#"{"products":{}}"#, .wrongType, "products", 1, 13),
            Damage(#"{"products":[1]}"#, .wrongType, "products[0]", 1, 14),
            Damage("{\"products\":[\n {\"type\":\"Consumable\"}]}", .missingMember, "products[0].productID", 2, 2),
            Damage(
                #"{"products":[{"type":"Consumable","productID":""}]}"#,
                .missingMember,
                "products[0].productID",
                1,
                47
            ),
            Damage(#"{"products":[{"productID":"a"}]}"#, .missingMember, "products[0].type", 1, 14),
            Damage(
                "{\"products\":[{\"type\":\"Consumable\",\"productID\":\"é\",\"displayPrice\":\"0,99\"}]}",
                .invalidValue,
                "products[0].displayPrice",
                1,
                66
            ),
            Damage(
                #"{"products":[{"type":"Consumable","productID":"a"},{"type":"Consumable","productID":"a"}]}"#,
                .duplicate,
                "products[1].productID",
                1,
                85
            ),
            Damage(
                #"{"subscriptionGroups":[{"id":"g","subscriptions":[{"type":"RecurringSubscription","productID":"s"}]}]}"#,
                .missingMember,
                "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod",
                1,
                51
            ),
            Damage(#"{"products":[],"settings":7}"#, .wrongType, "settings", 1, 27),
        ]
    )
    func damage(_ damage: Damage) throws {
        let error = #expect(throws: ConfigurationError.self) { try read(damage.text) }
        #expect(error?.code == damage.code)
        #expect(error?.path == damage.path)
        #expect(error?.location == TextLocation(line: damage.line, column: damage.column))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let text: String
        let code: ConfigurationError.Code
        let path: String
        let line: Int
        let column: Int

        init(_ text: String, _ code: ConfigurationError.Code, _ path: String, _ line: Int, _ column: Int) {
            self.text = text
            self.code = code
            self.path = path
            self.line = line
            self.column = column
        }

        var testDescription: String { String(text.prefix(60)) }
    }

    @Test("A file that is not there is an error of its own")
    func missingFile() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try StoreConfiguration(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.storekit"))
        }
        #expect(error?.code == .unreadable)
    }

    @Test("Empty prices, null names, missing settings and unknown kinds are no reason to refuse a file")
    func leniency() throws {
        let configuration = try read(
            #"""
            {"products":[{"type":"Hologram","productID":"a","displayPrice":"","referenceName":null,"localizations":[]},
            {"type":"Consumable","productID":"b","displayPrice":29}],"settings":null,"newIn2030":[1.50]}
            """#
        )
        #expect(configuration.products.map(\.type) == [nil, .consumable])
        #expect(configuration.products.map(\.price) == [nil, 29])
        #expect(configuration.products[0].referenceName == nil)
        #expect(configuration.settings == ConfigurationSettings())
        #expect(String(decoding: configuration.xcodeData, as: UTF8.self).contains("\"newIn2030\" : [\n    1.5\n  ]"))
    }

    @Test("The introductory offer is found in the old member and in the new list")
    func introductoryOffers() throws {
        let offer = #"{"paymentMode":"payAsYouGo","subscriptionPeriod":"P1M","numberOfPeriods":3,"displayPrice":"0.5"}"#
        for members in ["\"introductoryOffer\":\(offer)", "\"introductoryOffers\":[\(offer)]"] {
            let subscription = try ConfiguredSubscription(jsonData: Array("{\(members)}".utf8))
            #expect(subscription.introductoryOffer?.numberOfPeriods == 3)
            #expect(subscription.introductoryOffer?.price == Decimal(string: "0.5"))
        }
    }
}

extension String {
    fileprivate var lastPart: Substring { split(separator: ".").last ?? "" }
}
