import AppStoreModels
import Foundation

/// Offers of a subscription.
extension MeaningCheck {
    mutating func checkOffers(of subscription: ConfiguredSubscription, _ path: MemberPath) {
        checkIntroductoryOffers(of: subscription, path)
        subscription.json.forEachObject(in: "adHocOffers", at: path) { json, place in
            check(ConfiguredOffer(json: json), place, of: subscription)
            checkName(of: json, place, isIdentified: true, subscription: path)
        }
        subscription.json.forEachObject(in: "codeOffers", at: path) { json, place in
            check(ConfiguredOffer(json: json), place, of: subscription)
            checkName(of: json, place, isIdentified: false, subscription: path)
            checkEligibility(of: json, place)
        }
        subscription.json.forEachObject(in: "winbackOffers", at: path) { json, place in
            check(ConfiguredOffer(json: json), place, of: subscription)
            checkName(of: json, place, isIdentified: true, subscription: path)
        }
        if !subscription.winBackOffers.isEmpty, let version = configuration.version, version.major < 4 {
            report(.winBackVersion, path.appending("winbackOffers"), "the file has version \(version)")
        }
    }

    private mutating func checkIntroductoryOffers(of subscription: ConfiguredSubscription, _ path: MemberPath) {
        let single = subscription.json[object: "introductoryOffer"].map(ConfiguredOffer.init(json:))
        if let single { check(single, path.appending("introductoryOffer"), of: subscription) }
        let list = path.appending("introductoryOffers")
        subscription.json.forEachObject(in: "introductoryOffers", at: path) { json, place in
            // Version 5.0 writes the offer in both places, with one identifier: it is checked once.
            let isCopy = json == single?.json
            if !isCopy { check(ConfiguredOffer(json: json), place, of: subscription) }
            demandUnique(
                json["billingPlanType"]?.string ?? "BILLED_UPFRONT",
                .introductoryOffers,
                place.appending("billingPlanType"),
                within: list
            )
        }
        let offers = subscription.introductoryOffers
        if let single, !offers.isEmpty, !offers.contains(where: { $0.json == single.json }) {
            report(.introductoryOffers, path.appending("introductoryOffer"), "it differs from introductoryOffers")
        }
    }

    private mutating func check(_ offer: ConfiguredOffer, _ path: MemberPath, of subscription: ConfiguredSubscription) {
        checkInternalID(offer.json, path)
        let text = offer.json["subscriptionPeriod"]?.string ?? ""
        if !text.isEmpty, offer.period == nil {
            report(.invalidPeriod, path.appending("subscriptionPeriod"), "\"\(text.limited)\" is no period")
        }
        guard let name = offer.json["paymentMode"]?.string, !name.isEmpty else { return }
        guard let terms = OfferTerms(mode: name) else {
            return report(.paymentMode, path.appending("paymentMode"), "there is no mode \(name.limited)")
        }
        checkLength(offer, terms, path, subscription)
        checkPrice(offer, terms, path, subscription)
    }

    private mutating func checkLength(
        _ offer: ConfiguredOffer,
        _ terms: OfferTerms,
        _ path: MemberPath,
        _ subscription: ConfiguredSubscription
    ) {
        let count = offer.json[integer: "numberOfPeriods"]
        let countPath = path.appending("numberOfPeriods")
        if let count, count < 1 {
            return report(.offerLength, countPath, "\(count) periods are no offer")
        }
        if count == nil, terms == .paidAsYouGo {
            report(.offerLength, countPath, "numberOfPeriods is missing, which Xcode writes for this mode")
        }
        guard let period = offer.period else { return }
        if !terms.allows(period, ofSubscription: subscription.period) {
            report(.offerPeriod, path.appending("subscriptionPeriod"), "\(period) is not offered for \(terms.name)")
        }
        if let count, count > terms.maximumCount(of: period) {
            report(.offerLength, countPath, "\(count) × \(period) is longer than \(terms.name) can be")
        }
    }

    private mutating func checkPrice(
        _ offer: ConfiguredOffer,
        _ terms: OfferTerms,
        _ path: MemberPath,
        _ subscription: ConfiguredSubscription
    ) {
        let place = path.appending("displayPrice")
        let text = offer.json["displayPrice"]?.lenientString ?? ""
        let price = text.isEmpty ? nil : checkedPrice(text, place)
        switch terms {
        case .free:
            if let price, price != 0 { report(.offerPrice, place, "a free offer has the price \(text)") }
        case .paidAsYouGo, .paidUpFront:
            if text.isEmpty || price == 0 {
                return report(.offerPrice, place, "an offer that is \(terms.name) needs a price")
            }
            guard terms == .paidAsYouGo, let price, let regular = subscription.price, regular > 0, price >= regular
            else { return }
            report(.offerPrice, place, "\(text) is no less than the regular \(subscription.displayPrice)")
        }
    }

    private mutating func checkName(
        of offer: JSONObject,
        _ path: MemberPath,
        isIdentified: Bool,
        subscription: MemberPath
    ) {
        demandUnique(
            offer["referenceName"]?.string,
            .duplicateOfferName,
            path.appending("referenceName"),
            within: path.parent
        )
        guard isIdentified else { return }
        let place = path.appending("offerID")
        guard let id = offer["offerID"]?.string, !id.isEmpty else {
            return report(.offerID, place, "offerID is missing")
        }
        demandUnique(id, .duplicateOfferID, place, within: subscription)
        if let character = id.firstOutsideIdentifiers { report(.offerIDForm, place, "\(id.limited) has \(character)") }
    }

    private mutating func checkEligibility(of offer: JSONObject, _ path: MemberPath) {
        let place = path.appending("eligibility")
        guard let values = offer[array: "eligibility"]?.compactMap(\.string) else {
            return report(.codeEligibility, place, "eligibility is missing")
        }
        if values.isEmpty { report(.codeEligibility, place, "nobody is eligible") }
        for (index, value) in values.enumerated() where !["new", "existing", "expired"].contains(value) {
            report(.codeEligibility, place.appending(index), "there is no kind \(value.limited)")
        }
    }
}
