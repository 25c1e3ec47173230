import AppStoreModels
import Foundation
import StoreConfiguration

/// Why an offer is refused: what StoreKit says, and what exactly was wrong.
package struct OfferRefusal: Error {
    package let failure: PurchaseFailure
    package let reason: String

    init(_ failure: PurchaseFailure, _ reason: String) {
        self.failure = failure
        self.reason = reason
    }
}

extension StoreEngine {
    /// The offer that a request names, if this customer may have it.
    ///
    /// A valid signature counts as used even if the purchase then fails.
    mutating func checkOffer(
        of request: PurchaseRequest,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount
    ) throws(OfferRefusal) {
        guard let wanted = request.offer else { return }
        guard entry.hasOffer(wanted) else {
            throw OfferRefusal(
                .invalidOfferIdentifier,
                "\(entry.productID) has no \(wanted.kind) offer \"\(wanted.identifier)\""
            )
        }
        switch wanted {
        case .promotional(let identifier, let signature):
            try checkPromotionalEligibility(account)
            try useSignature(signature, offerID: identifier, request)
        case .promotionalJWS(let identifier, let compactJWS):
            try checkPromotionalEligibility(account)
            try useSignedOffer(compactJWS, offerID: identifier, request)
        case .unsignedPromotional: try checkPromotionalEligibility(account)
        case .code(let referenceName): try checkCodeEligibility(referenceName, entry, account)
        case .winBack(let identifier): try checkWinBackEligibility(identifier, entry, account)
        }
    }

    /// The offer that a request names, at the customer's storefront; nil if the product has none of the name.
    func offer(_ wanted: PurchaseOffer, of entry: Catalogue.Entry, _ account: StoreAccount) -> CatalogueOffer? {
        guard let subscription = entry.subscription else { return nil }
        let currency = country(of: account).currency
        let offers =
            switch wanted {
            case .promotional, .promotionalJWS, .unsignedPromotional:
                subscription.promotionalOffers.compactMap { $0.item(.promotional, currency: currency) }
            case .code: entry.codeOffers.compactMap { $0.item(.offerCode, currency: currency) }
            case .winBack: subscription.winBackOffers.compactMap { $0.item(.winBack, currency: currency) }
            }
        return offers.first { $0.identifier == wanted.identifier }
    }

    // MARK: Eligibility

    /// Promotional offers are for who has or had a subscription of the app, of whatever group. Source: Apple, "Implementing
    /// promotional offers in your app", and the session "Subscription Offers Best Practices" of WWDC 2019.
    private func checkPromotionalEligibility(_ account: StoreAccount) throws(OfferRefusal) {
        guard subscriptions(account: account.id).contains(where: { $0.sharing == nil }) else {
            throw OfferRefusal(
                .ineligibleForOffer,
                "account \"\(account.id)\" never had a subscription; promotional offers are for those who have or had one"
            )
        }
    }

    /// Offer codes are for new, existing or former subscribers of the group, as the offer says.
    func checkCodeEligibility(
        _ referenceName: String,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount
    ) throws(OfferRefusal) {
        guard let subscription = entry.subscription,
            let offer = entry.codeOffers.first(where: { $0.codeName == referenceName })
        else { return }
        let chain = chain(account: account.id, group: subscription.groupID)
        let standing = chain.map { $0.isLive ? "existing" : "expired" } ?? "new"
        guard offer.eligibleCustomers.contains(standing) else {
            throw OfferRefusal(
                .ineligibleForOffer,
                "account \"\(account.id)\" is a customer of the kind \"\(standing)\"; offer \"\(referenceName)\" is for "
                    + offer.eligibleCustomers.sorted().joined(separator: ", ")
            )
        }
    }

    private func checkWinBackEligibility(
        _ identifier: String,
        _ entry: Catalogue.Entry,
        _ account: StoreAccount
    ) throws(OfferRefusal) {
        guard let subscription = entry.subscription,
            let offer = subscription.winBackOffers.first(where: { $0.offerID == identifier })
        else { return }
        if let obstacle = winBackObstacle(offer, groupID: subscription.groupID, account: account.id) {
            throw OfferRefusal(.ineligibleForOffer, "win-back offer \"\(identifier)\": \(obstacle)")
        }
    }
}

extension PurchaseOffer {
    /// The word for the kind of offer.
    fileprivate var kind: String {
        switch self {
        case .promotional, .promotionalJWS, .unsignedPromotional: "promotional"
        case .code: "code"
        case .winBack: "win-back"
        }
    }
}

extension Catalogue.Entry {
    /// Whether the product has the offer that a customer names, for anybody.
    func hasOffer(_ wanted: PurchaseOffer) -> Bool {
        switch wanted {
        case .promotional(let identifier, _), .promotionalJWS(let identifier, _), .unsignedPromotional(let identifier):
            subscription?.promotionalOffers.contains { $0.offerID == identifier } == true
        case .code(let referenceName): codeOffers.contains { $0.codeName == referenceName }
        case .winBack(let identifier): subscription?.winBackOffers.contains { $0.offerID == identifier } == true
        }
    }
}

extension ConfiguredOffer {
    /// What stands for the offer in transactions.
    var codeName: String? { offerID ?? referenceName }

    /// Which customers may redeem a code: `new`, `existing`, `expired`; all where the file does not say.
    var eligibleCustomers: Set<String> {
        guard let words = json[array: "eligibility"] else { return ["new", "existing", "expired"] }
        return Set(words.compactMap { word -> String? in if case .string(let text) = word { text } else { nil } })
    }

    /// Whether a code comes after the introductory offer, instead of in its place.
    var isStackable: Bool { json[boolean: "isStackable"] ?? false }

    /// Whether a win-back offer may be had, as Xcode simulates it.
    var isWinBackEligible: Bool { json[boolean: "isEligible"] ?? true }
}
