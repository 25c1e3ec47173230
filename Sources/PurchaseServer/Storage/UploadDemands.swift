import AppStoreModels

/// What must be in a receipt for anything of it to count, as those said who sent it.
///
/// A request may name the purchase for which it sends a receipt. One that waits may have come by several requests, each
/// of which was told that it is kept: it counts if it has what any of them named, and whatever it has if one named
/// nothing.
package struct UploadDemands: Sendable, Hashable {
    /// A purchase as a request names it; nil for any transaction, or any product.
    struct Purchase: Sendable, Hashable {
        let transactionID: String?
        let productID: String?
    }

    /// One of these must be there; empty if nothing need be.
    private(set) var purchases: [Purchase]

    /// Whether anything will do.
    var isEmpty: Bool { purchases.isEmpty }

    /// How many are told apart. Of who names more, anything counts: nothing that was acknowledged is lost.
    static let maximumCount = 100
    /// The longest name that is kept whole. None of the App Store's is as long, so what is left of a longer one is in
    /// no receipt either.
    static let maximumLength = 256

    /// Nothing is demanded.
    package init() { purchases = [] }

    /// What one request names; nil where it says nothing.
    init(transactionID: String?, productID: String?) {
        guard transactionID != nil || productID != nil else {
            purchases = []
            return
        }
        purchases = [
            Purchase(transactionID: transactionID.map(Self.shortened), productID: productID.map(Self.shortened))
        ]
    }

    private static func shortened(_ name: String) -> String { String(name.unicodeScalars.prefix(maximumLength)) }

    /// What is demanded of a receipt that came by other requests, too.
    func joined(with others: UploadDemands) -> UploadDemands {
        guard !purchases.isEmpty, !others.purchases.isEmpty else { return UploadDemands() }
        var all = self
        all.purchases += others.purchases.filter { !purchases.contains($0) }
        return all.purchases.count <= Self.maximumCount ? all : UploadDemands()
    }

    /// Whether a receipt counts.
    ///
    /// - Parameter hasPurchase: Whether there is a purchase with these identifiers in it, of a transaction and a
    ///   product, nil for any.
    func areMet(by hasPurchase: (_ transactionID: String?, _ productID: String?) -> Bool) -> Bool {
        purchases.isEmpty || purchases.contains { hasPurchase($0.transactionID, $0.productID) }
    }
}

// MARK: In a row

extension UploadDemands {
    /// As JSON; nil for nothing.
    var text: String? {
        guard !purchases.isEmpty else { return nil }
        let list = purchases.map { purchase -> JSONValue in
            var json = JSONObject()
            json[string: "transactionId"] = purchase.transactionID
            json[string: "productId"] = purchase.productID
            return .object(json)
        }
        return JSONValue.array(list).serialized()
    }

    /// - Parameter text: What stands in a row; nil for nothing.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`.
    init(stored text: String?) throws(PurchaseServerError) {
        purchases = []
        guard let text else { return }
        let list = (try? JSONValue(parsing: text))?.array ?? []
        purchases = list.compactMap(\.object).map {
            Purchase(transactionID: $0[string: "transactionId"], productID: $0[string: "productId"])
        }
        // What names nothing would be met by everything.
        let isNamed = purchases.allSatisfy { $0.transactionID != nil || $0.productID != nil }
        guard !list.isEmpty, purchases.count == list.count, isNamed else {
            throw PurchaseServerError(.databaseDamaged, "what must be in an upload cannot be read")
        }
    }
}
