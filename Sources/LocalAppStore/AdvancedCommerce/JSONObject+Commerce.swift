import AppStoreModels
import StoreConfiguration

// The members of requests of Advanced Commerce, each with the number of its refusal.
extension JSONObject {
    /// Whether a member is there, and not null.
    func hasCommerce(_ key: String) -> Bool { self[key].map { $0 != .null } ?? false }

    /// A text, if it is there.
    func commerceText(_ key: String, or code: ServerAPIErrorCode) throws(StoreError) -> String? {
        guard hasCommerce(key) else { return nil }
        guard let text = self[key]?.string else { throw .commerce(code, "\"\(key)\" is no text") }
        return text
    }

    /// The name of an item in the developer's catalogue, if it is there.
    func commerceSKU(_ key: String = "SKU") throws(StoreError) -> String? {
        guard let text = try commerceText(key, or: .invalidSKU) else { return nil }
        guard !text.isEmpty else { throw .commerce(.invalidSKU, "\"\(key)\" is empty") }
        guard text.count <= 128 else { throw .commerce(.skuLengthExceeded, "\"\(key)\" has more than 128 characters") }
        return text
    }

    func requiredCommerceSKU() throws(StoreError) -> String {
        guard let sku = try commerceSKU() else { throw .commerce(.nullSKU, "the text \"SKU\" is missing") }
        return sku
    }

    func requiredCommerceCurrentSKU() throws(StoreError) -> String {
        guard let sku = try commerceSKU("currentSKU") else {
            throw .commerce(.nullCurrentSKU, "the text \"currentSKU\" is missing")
        }
        return sku
    }

    func commerceName() throws(StoreError) -> String? {
        guard let text = try commerceText("displayName", or: .invalidDisplayName) else { return nil }
        guard !text.isEmpty else { throw .commerce(.invalidDisplayName, "\"displayName\" is empty") }
        guard text.count <= 30 else {
            throw .commerce(.displayNameLengthExceeded, "\"displayName\" has more than 30 characters")
        }
        return text
    }

    func requiredCommerceName() throws(StoreError) -> String {
        guard let name = try commerceName() else {
            throw .commerce(.nullDisplayName, "the text \"displayName\" is missing")
        }
        return name
    }

    func commerceDetails() throws(StoreError) -> String? {
        guard let text = try commerceText("description", or: .invalidDescription) else { return nil }
        guard !text.isEmpty else { throw .commerce(.invalidDescription, "\"description\" is empty") }
        guard text.count <= 45 else {
            throw .commerce(.descriptionLengthExceeded, "\"description\" has more than 45 characters")
        }
        return text
    }

    func requiredCommerceDetails() throws(StoreError) -> String {
        guard let details = try commerceDetails() else {
            throw .commerce(.nullDescription, "the text \"description\" is missing")
        }
        return details
    }

    /// An amount in thousandths, if it is there.
    func commerceAmount(
        _ key: String,
        negative: ServerAPIErrorCode,
        invalid: ServerAPIErrorCode
    ) throws(StoreError) -> Int64? {
        guard hasCommerce(key) else { return nil }
        guard case .number(let number)? = self[key], let amount = number.int64 else {
            throw .commerce(invalid, "\"\(key)\" is no whole number of thousandths")
        }
        guard amount >= 0 else { throw .commerce(negative, "\"\(key)\" is \(amount), less than nothing") }
        guard amount < CommerceRequest.maximumAmount else {
            throw .commerce(invalid, "\"\(key)\" is more than a billion units of the currency")
        }
        return amount
    }

    func requiredCommercePrice() throws(StoreError) -> Int64 {
        guard let price = try commerceAmount("price", negative: .negativePrice, invalid: .invalidAmount) else {
            throw .commerce(.nullPrice, "the number \"price\" is missing")
        }
        return price
    }

    /// One of some words, which must be there.
    func requiredCommerceWord(
        _ key: String,
        of words: [String],
        missing: ServerAPIErrorCode,
        invalid: ServerAPIErrorCode
    ) throws(StoreError) -> String {
        guard let word = try commerceText(key, or: invalid) else { throw .commerce(missing, "\"\(key)\" is missing") }
        guard words.contains(word) else {
            throw .commerce(invalid, "\"\(word.prefix(40))\" is no \(key); there are \(words.joined(separator: ", "))")
        }
        return word
    }

    /// Whether a change takes effect at once; else with the next period.
    func isCommerceImmediate() throws(StoreError) -> Bool {
        try requiredCommerceWord(
            "effective",
            of: ["IMMEDIATELY", "NEXT_BILL_CYCLE"],
            missing: .nullEffective,
            invalid: .nullEffective
        ) == "IMMEDIATELY"
    }

    /// How long a period of a subscription is.
    func requiredCommercePeriod() throws(StoreError) -> BillingPeriod {
        let word = try requiredCommerceWord(
            "period",
            of: ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"],
            missing: .nullPeriod,
            invalid: .invalidRenewalPeriod
        )
        guard let period = BillingPeriod(iso8601: word) else { throw .commerce(.invalidRenewalPeriod, "no period") }
        return period
    }

    /// An item that is sold, with its price and offer.
    func commerceItem() throws(StoreError) -> CommerceItem {
        CommerceItem(
            sku: try requiredCommerceSKU(),
            displayName: try requiredCommerceName(),
            details: try requiredCommerceDetails(),
            price: try requiredCommercePrice(),
            offer: try commerceOffer()
        )
    }

    /// The offer of an item, if it has one.
    func commerceOffer() throws(StoreError) -> CommerceOffer? {
        guard hasCommerce("offer") else { return nil }
        guard let offer = self[object: "offer"] else { throw .commerce(.nullOfferPeriod, "\"offer\" is no object") }
        let word = try offer.requiredCommerceWord(
            "period",
            of: ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y"],
            missing: .nullOfferPeriod,
            invalid: .invalidOfferPeriod
        )
        guard let period = BillingPeriod(iso8601: word) else { throw .commerce(.invalidOfferPeriod, "no period") }
        guard offer.hasCommerce("periodCount") else {
            throw .commerce(.nullPeriodCount, "the number \"periodCount\" is missing")
        }
        guard case .number(let number)? = offer["periodCount"], let count = number.int64 else {
            throw .commerce(.invalidOfferPeriodCount, "\"periodCount\" is no whole number")
        }
        guard count > 0 else { throw .commerce(.periodCountNotPositive, "\"periodCount\" is \(count)") }
        guard count <= 12 else { throw .commerce(.invalidOfferPeriodCount, "\"periodCount\" is more than 12") }
        let amount = try offer.commerceAmount("price", negative: .invalidOfferPrice, invalid: .invalidOfferPrice)
        guard let amount else { throw .commerce(.nullPrice, "the \"price\" of the offer is missing") }
        guard amount > 0 || count == 1 else {
            throw .commerce(.freeTrialOfferMustUsePeriodCountOfOne, "a free trial has one period, not \(count)")
        }
        let reason = try offer.requiredCommerceWord(
            "reason",
            of: ["ACQUISITION", "WIN_BACK", "RETENTION"],
            missing: .nullReason,
            invalid: .invalidOfferReason
        )
        return CommerceOffer(period: period, periodCount: Int(count), price: amount, reason: reason)
    }
}
