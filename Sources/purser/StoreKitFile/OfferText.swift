import Foundation
import StoreConfiguration

/// An offer of a subscription in words.
struct OfferText {
    let kind: String
    let name: String
    let terms: String

    /// The offers of a subscription: introductory, promotional, codes, win-back.
    static func all(of subscription: ConfiguredSubscription) -> [OfferText] {
        let introductory =
            subscription.introductoryOffers.isEmpty
            ? [subscription.introductoryOffer].compactMap(\.self) : subscription.introductoryOffers
        return introductory.map { OfferText("introductory", $0) }
            + subscription.promotionalOffers.map { OfferText("promotional", $0) }
            + subscription.codeOffers.map { OfferText("code", $0, people($0)) }
            + subscription.winBackOffers.map { OfferText("win-back", $0, $0.isEligible ? "eligible in tests" : nil) }
    }

    private init(_ kind: String, _ offer: ConfiguredOffer, _ note: String? = nil) {
        self.kind = kind
        name = offer.offerID ?? offer.referenceName ?? ""
        terms = [Self.terms(of: offer), note].compactMap(\.self).joined(separator: ", ")
    }

    /// What an offer costs and how long it lasts.
    private static func terms(of offer: ConfiguredOffer) -> String {
        let whole = offer.period.map { $0.times(offer.numberOfPeriods) ?? $0 }.map(length) ?? "no period"
        let price = offer.price.map { "\($0)" } ?? "no price"
        switch offer.paymentMode {
        case .freeTrial?: return "free for \(whole)"
        case .payUpFront?: return "\(price) once for \(whole)"
        case .payAsYouGo?: return "\(price) a period for \(whole)"
        default: return "unknown payment mode \(offer.paymentMode?.rawValue ?? "")"
        }
    }

    private static func people(_ offer: ConfiguredOffer) -> String {
        let kinds = offer.eligibility.map(\.rawValue).sorted()
        let stacks = offer.isStackable ? ", combines with an introductory offer" : ""
        return (kinds.isEmpty ? "for nobody" : "for \(kinds.joined(separator: ", ")) subscribers") + stacks
    }

    /// A length of time, for example `3 months`.
    static func length(_ period: BillingPeriod) -> String {
        "\(period.count) \(period.unit.rawValue)\(period.count == 1 ? "" : "s")"
    }
}
