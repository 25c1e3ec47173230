import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport

extension SampleShop {
    /// On the level of ``posy``, and as long.
    static let wreath = "com.example.flowershop.club.wreath"
    /// On the level of ``posy``, a year long.
    static let year = "com.example.flowershop.club.year"
    /// In a group of its own, with a week for nothing.
    static let garden = "com.example.flowershop.garden"
    /// The key that offers of ``openWithPlans(key:)`` are signed with.
    static let offerKeyID = "5A5A0002"

    /// The same store with more plans: two more beside ``posy``, and one in another group; ``posy`` has an offer to be signed,
    /// `spring`, one for who comes back, `return`, and ``bouquet`` one for codes, `Gift`.
    ///
    /// - Parameter key: The private key that offers are signed with, DER.
    static func openWithPlans(key: Data) throws -> LocalAppStore {
        var configuration = try StoreConfiguration(contentsOf: catalogue)
        configuration.json["subscriptionOffersKeyPair"] = .object([
            "id": .string(offerKeyID), "privateKey": .string(key.base64EncodedString()),
        ])
        guard var club = configuration.subscriptionGroups.first else { throw CocoaError(.coderValueNotFound) }
        var plans = club.subscriptions
        for index in plans.indices where plans[index].productID == posy {
            plans[index].promotionalOffers = [offer("spring", "payAsYouGo", "2.99")]
            plans[index].winBackOffers = [offer("return", "free", nil)]
        }
        for index in plans.indices where plans[index].productID == bouquet {
            plans[index].codeOffers = [offer("Gift", "payAsYouGo", "1.99")]
        }
        guard let lower = plans.first(where: { $0.productID == posy }) else { throw CocoaError(.coderValueNotFound) }
        plans.append(plan(wreath, like: lower, "5F1A0E81"))
        var long = plan(year, like: lower, "5F1A0E82")
        long.json["recurringSubscriptionPeriod"] = "P1Y"
        plans.append(long)
        club.subscriptions = plans
        var other = club
        other.id = "5F1A0E90"
        var garden = lower
        garden.productID = Self.garden
        garden.json["internalID"] = "5F1A0E91"
        garden.json["subscriptionGroupID"] = "5F1A0E90"
        (garden.promotionalOffers, garden.winBackOffers) = ([], [])
        other.subscriptions = [garden]
        configuration.subscriptionGroups = [club, other]
        return LocalAppStore(
            configuration: configuration,
            app: app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: .sandbox
        )
    }

    private static func plan(
        _ productID: String,
        like other: ConfiguredSubscription,
        _ internalID: String
    ) -> ConfiguredSubscription {
        var plan = other
        plan.productID = productID
        plan.json["internalID"] = .string(internalID)
        plan.json["introductoryOffer"] = .null
        (plan.promotionalOffers, plan.winBackOffers) = ([], [])
        return plan
    }

    private static func offer(_ id: String, _ mode: String, _ price: String?) -> ConfiguredOffer {
        var offer = ConfiguredOffer(json: ["offerID": .string(id), "referenceName": .string(id)])
        offer.paymentMode = OfferPaymentMode(rawValue: mode)
        offer.json["subscriptionPeriod"] = "P1M"
        offer.json["displayPrice"] = price.map(JSONValue.string)
        offer.json["eligibility"] = ["new", "existing", "expired"]
        offer.numberOfPeriods = 1
        return offer
    }

    /// What the developer signs for a promotional offer, joined as Apple joins it.
    static func offerText(
        product: String,
        offer: String,
        customer: UUID?,
        nonce: UUID,
        timestamp: Int
    ) -> String {
        [
            app.bundleID, offerKeyID, product, offer, customer?.uuidString.lowercased() ?? "",
            nonce.uuidString.lowercased(), String(timestamp),
        ].joined(separator: "\u{2063}")
    }
}
