import Foundation

extension StoreEngine {
    /// Begins a purchase in the App Store: the app is asked whether to continue, as soon as a device has it running.
    ///
    /// - Parameter winBackOfferID: The win-back offer that the customer saw there; whether the customer may have it is found
    ///   out when the app buys with it.
    /// - Throws: `unknownAccount`, `unknownProduct`, `unknownOffer`
    package mutating func promotePurchase(
        productID: String,
        account id: String,
        winBackOfferID: String? = nil
    ) throws(StoreError) {
        var account = try account(id)
        let entry = try entry(productID)
        let product = entry.productID
        if let winBackOfferID, !entry.hasOffer(.winBack(identifier: winBackOfferID)) {
            throw StoreError(.unknownOffer, "product \"\(product)\" has no win-back offer \"\(winBackOfferID)\"")
        }
        if !account.purchaseIntents.contains(product) {
            account.purchaseIntents.append(product)
        }
        account.purchaseIntentOffers[product] = winBackOfferID
        emit(.purchasePromoted, about: .account(account, promotedProductID: product))
    }

    /// Hands the purchases that were begun in the App Store to the device that asks first.
    ///
    /// - Returns: The purchases, in the order in which they were begun.
    /// - Throws: `unknownAccount`
    mutating func takePurchaseIntents(account id: String) throws(StoreError) -> [BegunPurchase] {
        var account = try account(id)
        let begun = account.purchaseIntents.map {
            BegunPurchase(productID: $0, winBackOfferID: account.purchaseIntentOffers[$0])
        }
        guard !begun.isEmpty else { return [] }
        account.purchaseIntents = []
        account.purchaseIntentOffers = [:]
        emit(.purchaseIntentsTaken, about: .account(account))
        return begun
    }

    /// Follows the link with which a purchase in the app is begun elsewhere:
    /// `itms-services://?action=purchaseIntent&bundleId=…&productIdentifier=…`.
    ///
    /// - Throws: `invalidLink` for any other link, `unknownAccount`, `unknownProduct`
    package mutating func openPurchaseIntent(url: String, account: String) throws(StoreError) {
        let link = try PurchaseIntentLink(url)
        guard link.bundleID == app.bundleID else {
            throw StoreError(.invalidLink, "the link is for app \(link.bundleID); this store is \(app.bundleID)'s")
        }
        try promotePurchase(productID: link.productID, account: account)
    }
}

/// The parts of the link that begins a purchase in an app.
struct PurchaseIntentLink: Hashable {
    let bundleID: String
    let productID: String

    /// Reads a link; each parameter must be there once and nothing else.
    init(_ text: String) throws(StoreError) {
        let start = "itms-services://?"
        guard text.utf8.count <= 2_048, text.prefix(start.count).lowercased() == start,
            let parts = URLComponents(string: text), parts.fragment == nil, let items = parts.queryItems
        else { throw Self.invalid("it does not begin with \(start)") }
        let values = Dictionary(grouping: items, by: \.name).mapValues { $0.map { $0.value ?? "" } }
        if let stranger = values.keys.sorted().first(where: { !Self.names.contains($0) }) {
            throw Self.invalid("it has an unknown parameter \"\(stranger)\"")
        }
        let (action, bundleID, productID) = (
            try Self.only("action", values), try Self.only("bundleId", values),
            try Self.only("productIdentifier", values)
        )
        guard action == "purchaseIntent" else { throw Self.invalid("its action is \"\(action)\", not purchaseIntent") }
        self.bundleID = bundleID
        self.productID = productID
    }

    private static let names: Set<String> = ["action", "bundleId", "productIdentifier"]

    private static func only(_ name: String, _ values: [String: [String]]) throws(StoreError) -> String {
        guard let found = values[name], found.count == 1, let value = found.first, !value.isEmpty else {
            throw invalid("it must have one value for \"\(name)\"")
        }
        return value
    }

    private static func invalid(_ what: String) -> StoreError {
        StoreError(
            .invalidLink,
            "\(what); write itms-services://?action=purchaseIntent&bundleId=BUNDLE&productIdentifier=PRODUCT"
        )
    }
}
