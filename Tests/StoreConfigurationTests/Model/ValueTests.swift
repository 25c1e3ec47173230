import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@Suite("Values of a configuration")
struct ValueTests {
    @Test(
        "A period is one number and one unit",
        arguments: [
            ("P3D", 3, BillingPeriod.Unit.day), ("P1W", 1, .week), ("P6M", 6, .month), ("P1Y", 1, .year),
            ("P7D", 7, .day), ("P9999M", 9999, .month),
        ]
    )
    func period(_ text: String, _ count: Int, _ unit: BillingPeriod.Unit) throws {
        let period = try #require(BillingPeriod(iso8601: text))
        #expect(period.count == count)
        #expect(period.unit == unit)
        #expect(period.iso8601 == text)
    }

    @Test(
        "What is no period is refused",
        arguments: ["", "P", "PM", "P0M", "P-1M", "P1", "1M", "P1H", "PT1M", "P1M1D", "P10000M", "P１M", "P1.5M", "p1m"]
    )
    func noPeriod(_ text: String) {
        #expect(BillingPeriod(iso8601: text) == nil)
    }

    @Test(
        "A price is digits with at most one point",
        arguments: [("4.99", "4.99"), ("29", "29"), ("9.9", "9.9"), ("0", "0"), ("1000", "1000"), ("0.990", "0.99")]
    )
    func price(_ text: String, _ expected: String) {
        #expect(ConfiguredProduct(json: ["displayPrice": .string(text)]).price == Decimal(string: expected))
    }

    @Test("What is no price is none", arguments: ["", "abc", "1,99", "$1", "-1", "1e3", ".99", "1.2.3", "NaN", " 1"])
    func noPrice(_ text: String) {
        #expect(ConfiguredProduct(json: ["displayPrice": .string(text)]).price == nil)
    }

    @Test(
        "The best language: the same, the same elsewhere, the default, the first",
        arguments: [
            ("en_GB", "en_US", "British"), ("en-gb", nil, "British"), ("en_AU", nil, "American"),
            ("fr_FR", "de", "German"),
            ("fr_FR", nil, "American"), ("zh_Hant_TW", nil, "Chinese"), ("ja@calendar=japanese", "de_AT", "German"),
        ]
    )
    func language(_ locale: String, _ fallback: String?, _ expected: String) {
        let words = [("en_US", "American"), ("en_GB", "British"), ("de", "German"), ("zh_Hant", "Chinese")].map {
            ConfiguredLocalization(locale: $0, displayName: $1, description: "")
        }
        #expect(words.best(for: locale, fallback: fallback)?.displayName == expected)
    }

    @Test("Settings read what real files hold, and nothing where they hold nothing")
    func settings() {
        let settings = ConfigurationSettings(
            json: [
                "_storefront": "JPN", "_locale": "ja", "_timeRate": 13, "_askToBuyEnabled": true,
                "_billingIssuesEnabled": true, "_renewalBillingIssuesEnabled": true, "_lastSynchronizedDate": 0,
            ]
        )
        #expect(settings.storefront == "JPN")
        #expect(settings.timeRate == .monthlyRenewalEveryFiveMinutes)
        #expect(settings.askToBuyEnabled)
        #expect(settings.interruptedPurchasesEnabled)
        #expect(settings.billingRetryOnRenewalEnabled)
        #expect(!settings.billingGracePeriodEnabled)
        #expect(settings.lastSynchronizedDate == Date(timeIntervalSinceReferenceDate: 0))
        #expect(ConfigurationSettings().timeRate == .realTime)
    }
}
