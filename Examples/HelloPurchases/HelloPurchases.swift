import Foundation
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalAppStore
    import LocalStoreKit
#endif

/// The smallest app that sells something: it asks for a product, buys it, and says so.
@main
struct HelloPurchases {
    static let greenhouse = "com.example.flowershop.greenhouse"

    static func main() async throws {
        #if !(canImport(StoreKit) && canImport(Darwin))
            // An App Store in this process, which sells what the file of Xcode says.
            let store = try LocalAppStore(catalogue: "Examples/Catalogues/FlowerShop.storekit")
            LocalDevice.use(store)
        #endif
        await sell { print($0) }
        // An app goes on; a program that ended now might not have delivered what it sold.
        await SwiftyStoreKit.delivered()
    }

    /// What the app does; the same on an iPhone and here.
    static func sell(_ say: @escaping @Sendable (String) -> Void) async {
        SwiftyStoreKit.deliver { purchase in
            say("Unlocked \(purchase.productId)")
        }
        let results = await SwiftyStoreKit.retrieveProductsInfo([greenhouse])
        guard let product = results.retrievedProducts.first else {
            say("The store does not answer")
            return
        }
        say("\(product.localizedTitle) costs \(product.localizedPrice ?? "nothing")")
        switch await SwiftyStoreKit.purchaseProduct(product) {
        case .success(let purchase): say("Bought \(purchase.productId)")
        case .deferred: say("Somebody has to approve the purchase")
        case .error(let error): say("Not bought: \(error.localizedDescription)")
        }
    }
}
