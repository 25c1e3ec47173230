import AppStoreModels
import AppStoreTrust
import Foundation
import PurchaseServerClient

/// What the server said to an app, read by the simulator itself and not by the app's library, and what follows from it while
/// the server is away.
struct StatedAccess: Sendable {
    /// When it was said.
    let date: Date
    private let items: [Item]

    private struct Item: Sendable {
        let product: String
        let isEntitled: Bool
        let end: Date?
        let renews: Bool
    }

    /// - Parameter text: A JWS; its signature is the app's business.
    init?(statement text: String) {
        guard let json = (try? UnverifiedJWS(text))?.json, let date = json[milliseconds: "date"] else { return nil }
        self.date = date
        items = (json[array: "entitlements"] ?? []).compactMap(\.object).compactMap { json in
            guard let product = json[string: "productId"] else { return nil }
            return Item(
                product: product,
                isEntitled: json[boolean: "isEntitled"] == true,
                end: json[milliseconds: "accessEndDate"] ?? json[milliseconds: "expiresDate"],
                renews: json[integer: "autoRenewStatus"] == 1
            )
        }
    }

    /// What the customer may use at a moment if nobody hears of anything else until then.
    func products(at moment: Date, _ window: TrustWindow) -> Set<String> {
        guard moment.timeIntervalSince(date) < window.afterStatement else { return [] }
        return Set(
            items.filter { item in
                guard item.isEntitled, let end = item.end else { return item.isEntitled }
                return moment < end.addingTimeInterval(item.renews ? window.afterRenewal : 0)
            }.map(\.product)
        )
    }
}
