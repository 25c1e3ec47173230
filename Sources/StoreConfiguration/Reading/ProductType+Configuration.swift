import AppStoreModels

extension ProductType {
    private static let configurationNames: [String: ProductType] = [
        "Consumable": .consumable,
        "NonConsumable": .nonConsumable,
        "NonRenewingSubscription": .nonRenewingSubscription,
        "RecurringSubscription": .autoRenewableSubscription,
    ]

    /// The kind of product by the word that `.storekit` files use.
    init?(configurationName: String) {
        guard let type = Self.configurationNames[configurationName] else { return nil }
        self = type
    }

    /// The word that `.storekit` files use.
    var configurationName: String? { Self.configurationNames.first { $0.value == self }?.key }
}
