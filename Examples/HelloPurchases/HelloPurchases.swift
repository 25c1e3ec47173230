import Foundation
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import AppReceipt
    import AppStoreTrust
    import LocalAppStore
    import LocalStoreKit
    import StoreConfiguration
#endif

/// The smallest app that sells something: it asks for a product, buys it, and says so.
@main
struct HelloPurchases {
    static let greenhouse = "com.example.flowershop.greenhouse"

    static func main() async throws {
        #if !(canImport(StoreKit) && canImport(Darwin))
            LocalStoreKit.use(try localDevice())
        #endif
        await sell { print($0) }
        // An app goes on; a program that ended now might not have delivered what it sold.
        while !SwiftyStoreKit.isDelivered { await Task.yield() }
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

    #if !(canImport(StoreKit) && canImport(Darwin))
        /// A device signed in to an App Store in this process, which sells what the `.storekit` file says.
        static func localDevice() throws -> LocalDevice {
            let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Catalogues/FlowerShop.storekit")
            let start = Date(timeIntervalSince1970: 1_780_000_000)
            let store = LocalAppStore(
                configuration: try StoreConfiguration(contentsOf: catalogue),
                app: AppIdentity(bundleID: "com.example.flowershop"),
                authority: try CertificateAuthority.make(
                    name: "Hello",
                    validFrom: start.addingTimeInterval(-86_400),
                    validUntil: start.addingTimeInterval(365 * 86_400)
                ),
                start: start
            )
            return try LocalDevice(
                store: store,
                account: "flora",
                identifier: try DeviceIdentifier("6E1B2A54-9D3C-4F0E-8A77-C2B5D0E91F38"),
                callbackQueue: DispatchQueue(label: "HelloPurchases")
            )
        }
    #endif
}
