import AppStoreModels
import Foundation
import StoreConfiguration

/// A request of Advanced Commerce, whose members are read strictly: each refusal has the number that the App Store has for it.
struct CommerceRequest {
    /// How many items a request and a subscription may have; this store's own limit, as Apple's is not known.
    static let maximumItems = 100
    /// The greatest amount, in thousandths: a billion units.
    static let maximumAmount: Int64 = 1_000_000_000_000

    let json: JSONObject
    /// The caller's own name of it.
    let reference: UUID
    /// The account in the developer's own system.
    let appAccountToken: UUID?
    /// What the caller saw of the subscription last.
    let consistencyToken: String?

    init(_ json: JSONObject) throws(StoreError) {
        guard let info = json[object: "requestInfo"] else {
            throw .commerce(.nullRequestInfo, "the object \"requestInfo\" is missing")
        }
        guard let text = try info.commerceText("requestReferenceId", or: .invalidRequestReferenceID) else {
            throw .commerce(.nullRequestReferenceID, "the text \"requestReferenceId\" is missing")
        }
        guard let reference = UUID(uuidString: text) else {
            throw .commerce(.invalidRequestReferenceID, "\"\(text.prefix(64))\" is no UUID")
        }
        let token = try info.commerceText("appAccountToken", or: .invalidAppAccountToken)
        let account = token.flatMap(UUID.init(uuidString:))
        guard token == nil || account != nil else {
            throw .commerce(.invalidAppAccountToken, "the appAccountToken is no UUID")
        }
        self.json = json
        self.reference = reference
        appAccountToken = account
        consistencyToken = try info.commerceText("consistencyToken", or: .invalidConsistencyToken)
    }

    /// Refuses another storefront, or another currency, than the customer's.
    func check(_ country: StoreCountry) throws(StoreError) {
        if let storefront = try json.commerceText("storefront", or: .invalidStorefrontCountryCode) {
            // The App Store has more of them than this store sells at.
            guard AppStorefronts.known.contains(storefront) else {
                throw .commerce(.invalidStorefrontCountryCode, "there is no storefront \"\(storefront.prefix(20))\"")
            }
            guard storefront == country.code else {
                throw .commerce(.mismatchedStorefront, "the customer's storefront is \(country), not \(storefront)")
            }
        }
        if let currency = try json.commerceText("currency", or: .invalidCurrency), currency != country.currency {
            throw .commerce(
                .invalidCurrency,
                "the customer pays in \(country.currency), not in \"\(currency.prefix(20))\""
            )
        }
    }

    /// The currency, which must be there.
    func requireCurrency() throws(StoreError) {
        guard json.hasCommerce("currency") else { throw .commerce(.nullCurrency, "the text \"currency\" is missing") }
    }

    /// The tax code, if it is there.
    func taxCode() throws(StoreError) -> String? {
        guard let code = try json.commerceText("taxCode", or: .invalidTaxProductCode) else { return nil }
        guard (1...64).contains(code.utf8.count) else {
            throw .commerce(.invalidTaxProductCode, "a tax code has 1 to 64 bytes")
        }
        return code
    }

    /// The tax code, which must be there.
    func requiredTaxCode() throws(StoreError) -> String {
        guard let code = try taxCode() else { throw .commerce(.nullTaxCode, "the text \"taxCode\" is missing") }
        return code
    }

    /// The objects of a list; nil if it is missing.
    func list(_ key: String) throws(StoreError) -> [JSONObject]? {
        guard json.hasCommerce(key) else { return nil }
        guard let values = json[array: key] else { throw .commerce(.nullItems, "\"\(key)\" is no list") }
        guard values.count <= Self.maximumItems else {
            throw .commerce(.moreItemsThanAllowed, "\"\(key)\" has \(values.count) items; \(Self.maximumItems) may be")
        }
        var objects: [JSONObject] = []
        for value in values {
            guard let object = value.object else { throw .commerce(.nullItem, "an item of \"\(key)\" is no object") }
            objects.append(object)
        }
        return objects
    }

    /// The objects of a list that must have some.
    func requiredList(_ key: String) throws(StoreError) -> [JSONObject] {
        guard let objects = try list(key) else { throw .commerce(.nullItems, "the list \"\(key)\" is missing") }
        guard !objects.isEmpty else { throw .commerce(.atLeastOneItem, "the list \"\(key)\" is empty") }
        return objects
    }

    /// The descriptors of something new: both texts must be there.
    func requiredDescriptors() throws(StoreError) -> CommerceDescriptors {
        guard let object = json[object: "descriptors"] else {
            throw .commerce(.nullDescriptors, "the object \"descriptors\" is missing")
        }
        return CommerceDescriptors(
            displayName: try object.requiredCommerceName(),
            details: try object.requiredCommerceDetails()
        )
    }
}

/// Refuses what is named twice.
func refuseRepeatedSKUs(
    _ skus: [String],
    _ code: ServerAPIErrorCode = .itemCannotBeSpecifiedMultipleTimes
) throws(StoreError) {
    var seen: Set<String> = []
    for sku in skus where !seen.insert(sku).inserted {
        throw .commerce(code, "the SKU \"\(sku)\" is there twice")
    }
}
