import AppStoreModels
import Foundation
import StoreConfiguration

private func showProducts(_ url: URL) throws {
    var configuration = try StoreConfiguration(contentsOf: url)
    for product in configuration.allProducts {
        print(product.productID, product.price ?? 0)
    }
    configuration.settings.timeRate = .monthlyRenewalEveryFiveMinutes
    try configuration.xcodeData.write(to: url)
}

private func make() -> StoreConfiguration {
    var identifiers = ConfigurationIdentifiers(seed: 1)
    var configuration = StoreConfiguration(identifier: identifiers.make())
    configuration.products = [
        ConfiguredProduct(
            productID: "com.example.seeds",
            type: .consumable,
            price: 1,
            name: "Seeds",
            internalID: identifiers.make()
        )
    ]
    return configuration
}
