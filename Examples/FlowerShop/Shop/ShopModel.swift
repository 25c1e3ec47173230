import AppStoreModels
import Foundation
import SwiftyStoreKit

#if canImport(Combine)
    import Combine
#endif

/// The shop as its screens have it: the list, the club's subscriptions and the button that restores. The screens are views on
/// an iPhone, and lines in a terminal.
@MainActor
final class ShopModel {
    let shop: Shop
    let restoring: RestoreButtonModel
    let club: SubscriptionPickerModel
    private(set) var rows: [ProductRowModel] = []
    /// Why there is no list; nil if there is one.
    private(set) var problem: String?

    init(shop: Shop) {
        self.shop = shop
        restoring = RestoreButtonModel(client: shop.client)
        let subscriptions = shop.catalogue.productTypes.filter { $0.value == .autoRenewableSubscription }
        club = SubscriptionPickerModel(Set(subscriptions.keys), client: shop.client, owned: shop.owned)
    }

    /// Fills the list, or brings it up to date.
    func load() async throws {
        let cards = try await shop.rows()
        let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        willChange()
        rows = cards.map { card in
            guard let row = known[card.id] else { return ProductRowModel(card) { [shop] in await shop.buy($0) } }
            row.show(card)
            return row
        }
    }

    /// The same for a screen, which shows what went wrong.
    func reload() async {
        do {
            try await load()
            problem = nil
        } catch {
            willChange()
            problem = error.localizedDescription
        }
    }

    private func willChange() {
        #if canImport(Combine)
            objectWillChange.send()
        #endif
    }
}

#if canImport(Combine)
    extension ShopModel: ObservableObject {}
#endif
