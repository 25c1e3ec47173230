import AppStoreModels
import ArgumentParser
import Foundation
import StoreConfiguration

/// An offer given as `com.example.club:promotional:pay-as-you-go:P1M*3:1.99:spring`.
struct OfferDefinition: ExpressibleByArgument {
    /// For whom an offer is.
    enum Kind: String, CaseIterable {
        case introductory, promotional, code
        case winBack = "win-back"
    }

    static let form = "product:kind:payment:period[*count][:price][:name]"
    private static let modes: [String: OfferPaymentMode] = [
        "free": .freeTrial, "pay-as-you-go": .payAsYouGo, "pay-up-front": .payUpFront,
    ]

    let productID: String
    let kind: Kind
    private let mode: OfferPaymentMode
    private let period: BillingPeriod
    private let count: Int
    private let price: Decimal?
    private let name: String?

    init?(argument: String) {
        var parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
        guard
            let productID = parts.popFirst(), !productID.isEmpty,
            let kind = parts.popFirst().flatMap(Kind.init(rawValue:)),
            let mode = parts.popFirst().flatMap({ Self.modes[$0] }),
            let term = parts.popFirst().flatMap(Self.term)
        else { return nil }
        if mode == .freeTrial {
            price = nil
        } else {
            guard let text = parts.popFirst(), let price = Self.price(text) else { return nil }
            self.price = price
        }
        // The customer chooses an introductory offer by nothing but buying; others are named.
        if kind == .introductory {
            name = nil
        } else {
            guard let name = parts.popFirst(), !name.isEmpty else { return nil }
            self.name = name
        }
        guard parts.isEmpty else { return nil }
        (self.productID, self.kind, self.mode, period, count) = (productID, kind, mode, term.period, term.count)
    }

    /// Adds the offer to its subscription.
    func add(to subscription: inout ConfiguredSubscription, _ identifiers: inout ConfigurationIdentifiers) {
        var offer = ConfiguredOffer(
            paymentMode: mode,
            period: period,
            numberOfPeriods: count,
            price: price,
            internalID: identifiers.make()
        )
        switch kind {
        case .introductory: subscription.introductoryOffers.append(offer)
        case .promotional:
            (offer.offerID, offer.referenceName) = (name, name)
            subscription.promotionalOffers.append(offer)
        case .code:
            offer.referenceName = name
            offer.eligibility = [.newSubscribers, .existingSubscribers, .expiredSubscribers]
            offer.isStackable = false
            subscription.codeOffers.append(offer)
        case .winBack:
            (offer.offerID, offer.referenceName) = (name, name)
            offer.isEligible = true
            subscription.winBackOffers.append(offer)
        }
    }

    /// `P1M`, or `P1M*3` for three of them.
    private static func term(_ text: String) -> (period: BillingPeriod, count: Int)? {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard let period = parts.first.flatMap(BillingPeriod.init(iso8601:)), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (period, 1) }
        guard let count = Int(parts[1]), (1...365).contains(count) else { return nil }
        return (period, count)
    }

    /// The file's own reading of prices decides what is one.
    private static func price(_ text: String) -> Decimal? {
        ConfiguredProduct(json: ["displayPrice": .string(text)]).price
    }
}
