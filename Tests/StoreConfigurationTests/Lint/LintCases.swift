import AppStoreModels
import Foundation
import StoreConfiguration

/// For each rule a change that breaks it.
enum LintCases {
    typealias Case = LintTests.Case

    static let all = files + products + localizations + subscriptions + offers + settings

    private static let club = "subscriptionGroups[0].subscriptions[0]"

    private static let files: [Case] = [
        Case(.wrongType, "products[0].familyShareable", "\"no\"") { $0.products[0].json["familyShareable"] = "no" },
        Case(.wrongType, "settings._timeRate", "\"0\"") { $0.settings.json["_timeRate"] = "0" },
        Case(.wrongType, "subscriptionGroups[0].name", "7") { $0.subscriptionGroups[0].json["name"] = 7 },
        Case(.missingMember, "products[1].productID", "{") { $0.products[1].json["productID"] = nil },
        Case(.missingMember, "products[1].type", "\"\"") { $0.products[1].json["type"] = "" },
        Case(.usualMember, "appPolicies", "{") { $0.json["appPolicies"] = nil },
        Case(.usualMember, "\(club).billingPlans", "{") { configuration in
            change(&configuration) { $0.json["billingPlans"] = nil }
        },
        Case(.unknownMember, "products[0].colour", "\"red\"") { $0.products[0].json["colour"] = "red" },
        Case(.unknownVersion, "version", "{") { $0.version = ConfigurationVersion(major: 99, minor: 0) },
    ]

    private static let products: [Case] = [
        Case(.duplicateProductID, "products[1].productID", "\"com.example.seeds\"") {
            $0.products[1].productID = $0.products[0].productID
        },
        Case(.productIDCharacters, "products[0].productID", "\"com.example.säen\"") {
            $0.products[0].productID = "com.example.säen"
        },
        Case(.productIDLength, "products[0].productID", "\"aaaa") {
            $0.products[0].productID = String(repeating: "a", count: 101)
        },
        Case(.duplicateInternalID, "products[1].internalID", "\"") {
            $0.products[1].internalID = $0.products[0].internalID
        },
        Case(.missingInternalID, "products[0].internalID", "\"\"") { $0.products[0].internalID = "" },
        Case(.referenceName, "products[0].referenceName", "null") { $0.products[0].referenceName = nil },
        Case(.referenceName, "products[0].referenceName", "\"aaaa") {
            $0.products[0].referenceName = String(repeating: "a", count: 65)
        },
        Case(.duplicateReferenceName, "products[1].referenceName", "\"Seeds\"") {
            $0.products[1].referenceName = "Seeds"
        },
        Case(.unknownType, "products[0].type", "\"Hologram\"") { $0.products[0].json["type"] = "Hologram" },
        Case(.wrongSection, "products[0].type", "\"NonRenewing") { $0.products[0].type = .nonRenewingSubscription },
        Case(.familySharing, "products[0].familyShareable", "true") { $0.products[0].isFamilyShareable = true },
        Case(.meaninglessMember, "nonRenewingSubscriptions[0].groupNumber", "1") {
            // Here the member is unknown to Xcode too; that is said once.
            $0.nonRenewingSubscriptions[0].json["groupNumber"] = 1
        },
        Case(.invalidPrice, "products[0].displayPrice", "\"-1\"") { $0.products[0].displayPrice = "-1" },
        Case(.invalidPrice, "products[0].displayPrice", "\"0,99\"") { $0.products[0].displayPrice = "0,99" },
        Case(.missingPrice, "products[0].displayPrice", "\"\"") { $0.products[0].displayPrice = "" },
        Case(.pricePrecision, "products[0].displayPrice", "\"0.995\"") { $0.products[0].displayPrice = "0.995" },
        Case(.priceRange, "products[0].displayPrice", "\"20000\"") { $0.products[0].displayPrice = "20000" },
        Case(.priceRange, "products[0].displayPrice", "\"0.05\"") { $0.products[0].displayPrice = "0.05" },
        Case(.priceRange, "\(club).displayPrice", "\"0.00\"") { configuration in
            change(&configuration) {
                $0.price = 0
                $0.promotionalOffers = []
            }
        },
        Case(.pricePoint, "products[0].displayPrice", "\"1.23\"") { $0.products[0].displayPrice = "1.23" },
    ]

    private static let localizations: [Case] = [
        Case(.missingLocalization, "products[0].localizations", "[") { $0.products[0].localizations = [] },
        Case(.defaultLocalization, "products[0].localizations", "[") { $0.products[0].localizations[0].locale = "ja" },
        Case(.duplicateLocalization, "products[0].localizations[1].locale", "\"en_US\"") {
            $0.products[0].localizations += $0.products[0].localizations
        },
        Case(.emptyDisplayName, "products[0].localizations[0].displayName", "\"\"") {
            $0.products[0].localizations[0].displayName = ""
        },
        Case(.localeName, "settings._locale", "\"en-US\"") { $0.settings.locale = "en-US" },
        Case(.unknownLocale, "products[0].localizations[1].locale", "\"la\"") {
            $0.products[0].localizations.append(words("la"))
        },
    ]

    private static let subscriptions: [Case] = [
        Case(.duplicateGroupID, "subscriptionGroups[1].id", "\"") { configuration in
            configuration.subscriptionGroups.append(other(id: configuration.subscriptionGroups[0].id, name: "Other"))
        },
        Case(.duplicateGroupName, "subscriptionGroups[1].name", "\"Flower Club\"") {
            $0.subscriptionGroups.append(other(id: "11111111", name: "Flower Club"))
        },
        Case(.emptyGroup, "subscriptionGroups[1].subscriptions", "[") {
            $0.subscriptionGroups.append(ConfiguredSubscriptionGroup(id: "11111111", name: "Empty"))
        },
        Case(.foreignGroup, "\(club).subscriptionGroupID", "\"22222222\"") { configuration in
            change(&configuration) { $0.subscriptionGroupID = "22222222" }
        },
        Case(.invalidPeriod, "\(club).recurringSubscriptionPeriod", "\"monthly\"") { configuration in
            change(&configuration) {
                $0.json["recurringSubscriptionPeriod"] = "monthly"
                $0.promotionalOffers = []
            }
        },
        Case(.subscriptionPeriod, "\(club).recurringSubscriptionPeriod", "\"P7D\"") { configuration in
            change(&configuration) {
                $0.json["recurringSubscriptionPeriod"] = "P7D"
                $0.promotionalOffers = []
            }
        },
        Case(.invalidLevel, "\(club).groupNumber", "0") { configuration in
            configuration.subscriptionGroups[0].subscriptions[1].level = 1
            change(&configuration) { $0.level = 0 }
        },
        Case(.levelGap, "subscriptionGroups[0].subscriptions[1].groupNumber", "3") {
            $0.subscriptionGroups[0].subscriptions[1].level = 3
        },
        Case(.sharedLevel, "subscriptionGroups[0].subscriptions[1].groupNumber", "1") {
            $0.subscriptionGroups[0].subscriptions[1].level = 1
        },
        Case(.billingPlan, "\(club).billingPlans[0].billingPlanType", "\"DAILY\"") { configuration in
            change(&configuration) { $0.billingPlans[0].type = BillingPlanType(rawValue: "DAILY") }
        },
    ]

    private static let offers: [Case] = [
        Case(.paymentMode, "\(club).introductoryOffers[0].paymentMode", "\"gift\"") { configuration in
            change(&configuration) { $0.introductoryOffers[0].paymentMode = OfferPaymentMode(rawValue: "gift") }
        },
        Case(.offerPeriod, "\(club).introductoryOffers[0].subscriptionPeriod", "\"P5D\"") { configuration in
            change(&configuration) { $0.introductoryOffers[0].json["subscriptionPeriod"] = "P5D" }
        },
        Case(.offerPeriod, "\(club).adHocOffers[0].subscriptionPeriod", "\"P2M\"") { configuration in
            change(&configuration) { $0.promotionalOffers[0].json["subscriptionPeriod"] = "P2M" }
        },
        Case(.offerLength, "\(club).introductoryOffers[0].numberOfPeriods", "2") { configuration in
            change(&configuration) { $0.introductoryOffers[0].numberOfPeriods = 2 }
        },
        Case(.offerLength, "\(club).adHocOffers[0].numberOfPeriods", "0") { configuration in
            change(&configuration) { $0.promotionalOffers[0].numberOfPeriods = 0 }
        },
        Case(.offerLength, "\(club).adHocOffers[0].numberOfPeriods", "13") { configuration in
            change(&configuration) { $0.promotionalOffers[0].numberOfPeriods = 13 }
        },
        Case(.offerPrice, "\(club).adHocOffers[0].displayPrice", "\"4.99\"") { configuration in
            change(&configuration) { $0.promotionalOffers[0].price = $0.price }
        },
        Case(.offerPrice, "\(club).winbackOffers[0].displayPrice", "{") { configuration in
            change(&configuration) { $0.winBackOffers[0].price = nil }
        },
        Case(.introductoryOffers, "\(club).introductoryOffers[1].billingPlanType", "\"BILLED_UPFRONT\"") {
            configuration in
            change(&configuration) {
                $0.introductoryOffers.append($0.introductoryOffers[0])
                $0.introductoryOffers[1].internalID = "33333333"
            }
        },
        Case(.offerID, "\(club).adHocOffers[0].offerID", "{") { configuration in
            change(&configuration) { $0.promotionalOffers[0].offerID = nil }
        },
        Case(.duplicateOfferID, "\(club).winbackOffers[0].offerID", "\"spring\"") { configuration in
            change(&configuration) { $0.winBackOffers[0].offerID = "spring" }
        },
        Case(.offerIDForm, "\(club).adHocOffers[0].offerID", "\"a b\"") { configuration in
            change(&configuration) { $0.promotionalOffers[0].offerID = "a b" }
        },
        Case(.codeEligibility, "\(club).codeOffers[0].eligibility", "[") { configuration in
            change(&configuration) { $0.codeOffers[0].eligibility = [] }
        },
        Case(.codeEligibility, "\(club).codeOffers[0].eligibility[0]", "\"friends\"") { configuration in
            change(&configuration) { $0.codeOffers[0].eligibility = [OfferEligibility(rawValue: "friends")] }
        },
        Case(.duplicateOfferName, "\(club).codeOffers[1].referenceName", "\"Newspaper\"") { configuration in
            change(&configuration) {
                $0.codeOffers.append($0.codeOffers[0])
                $0.codeOffers[1].internalID = "44444444"
            }
        },
        Case(.winBackVersion, "\(club).winbackOffers", "[") { configuration in
            configuration.version = ConfigurationVersion(major: 3, minor: 0)
            configuration.subscriptionGroups[0].subscriptions[1].winBackOffers = []
        },
        Case(.offersKey, "subscriptionOffersKeyPair", "{") { $0.subscriptionOffersKeyPair = nil },
        Case(.invalidOffersKey, "subscriptionOffersKeyPair.privateKey", "\"secret\"") {
            $0.subscriptionOffersKeyPair?.privateKey = "secret"
        },
    ]

    private static let settings: [Case] = [
        Case(.storefrontName, "settings._storefront", "\"us\"") { $0.settings.storefront = "us" },
        Case(.unknownStorefront, "settings._storefront", "\"ATA\"") { $0.settings.storefront = "ATA" },
        Case(.unknownTimeRate, "settings._timeRate", "14") { $0.settings.timeRate = TimeRate(rawValue: 14) },
        Case(.deprecatedTimeRate, "settings._timeRate", "6") { $0.settings.timeRate = .oneSecondIsOneDay },
        Case(.compatibilityTimeRate, "settings._compatibilityTimeRate", "1") {
            $0.settings.json["_compatibilityTimeRate"] = 1
        },
        Case(.graceWithoutRetry, "settings._billingGracePeriodEnabled", "true") {
            $0.settings.billingGracePeriodEnabled = true
        },
        Case(.blockedPurchases, "settings._failTransactionsEnabled", "true") {
            $0.settings.failTransactionsEnabled = true
            $0.settings.askToBuyEnabled = true
        },
        Case(.simulatedFailure, "settings._storeKitErrors[0].name", "\"Weather\"") {
            $0.settings.simulatedFailures = [ConfiguredFailure(json: ["name": "Weather", "enabled": false])]
        },
        Case(.simulatedFailure, "settings._storeKitErrors[0]", "{") {
            $0.settings.simulatedFailures = [ConfiguredFailure(json: ["name": "Purchase", "enabled": true])]
        },
        Case(.simulatedFailure, "settings._storeKitErrors[0].current", "{") {
            let error: JSONValue = ["type": "purchase", "index": 8]
            $0.settings.simulatedFailures = [
                ConfiguredFailure(json: ["name": "Purchase", "enabled": false, "current": error])
            ]
        },
        Case(.synchronisation, "settings._applicationInternalID", "\"1\"") { $0.settings.applicationInternalID = "1" },
    ]

    private static func change(
        _ configuration: inout StoreConfiguration,
        _ body: (inout ConfiguredSubscription) -> Void
    ) {
        body(&configuration.subscriptionGroups[0].subscriptions[0])
    }

    private static func other(id: String, name: String) -> ConfiguredSubscriptionGroup {
        var identifiers = ConfigurationIdentifiers(seed: 99)
        var subscription = ConfiguredSubscription(
            productID: "com.example.other",
            period: SampleConfiguration.month,
            level: 1,
            price: 1,
            name: "Other",
            identifiers: &identifiers
        )
        subscription.localizations = [words("en_US")]
        return ConfiguredSubscriptionGroup(id: id, name: name, subscriptions: [subscription])
    }

    private static func words(_ locale: String) -> ConfiguredLocalization {
        ConfiguredLocalization(locale: locale, displayName: "Name", description: "Description")
    }
}
