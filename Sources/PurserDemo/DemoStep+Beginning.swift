import AppStoreModels
import Foundation
import PurchaseServerClient
import StoreConfiguration
import SwiftyStoreKit

extension DemoStep {
    static func catalogue(_ configuration: StoreConfiguration, file: URL?) -> DemoStep {
        let name = file?.lastPathComponent ?? "FlowerShop.storekit"
        let goods = configuration.products.count + configuration.nonRenewingSubscriptions.count
        let subscriptions = configuration.subscriptionGroups.flatMap(\.subscriptions).count
        return DemoStep(
            "catalogue-read",
            "A catalogue, as Xcode writes it",
            details: [
                .init("file", name),
                .init(
                    "for sale",
                    DemoText.count(goods, "product") + " and " + DemoText.count(subscriptions, "subscription")
                ),
            ],
            facts: [
                "file": .string(name),
                "products": .array(configuration.allProducts.map { .string($0.productID) }),
            ]
        )
    }

    static func servers(storeURL: URL, serverURL: URL, options: DemoOptions, servers: DemoServers) -> DemoStep {
        DemoStep(
            "servers-started",
            "An App Store and a purchase server, on this machine",
            details: [
                .init("App Store", storeURL.absoluteString),
                .init("server", serverURL.absoluteString),
                .init("data", options.folder.path),
                .init("database", servers.databaseFile.path),
            ],
            facts: [
                "store": .string(storeURL.absoluteString),
                "server": .string(serverURL.absoluteString),
                "data": .string(options.folder.path),
                "database": .string(servers.databaseFile.path),
            ]
        )
    }

    static func customerKnown(_ view: CustomerAccess, now: Date) -> DemoStep {
        DemoStep(
            "customer-known",
            "The server remembers the customer",
            details: [.init("customer", DemoStore.customer), .init("store time", DemoText.date(now))]
                + view.entitlements.map(\.detail),
            facts: ["customer": .string(DemoStore.customer), "entitlements": view.facts]
        )
    }

    static func products(_ products: [SKProduct]) -> DemoStep {
        DemoStep(
            "products-retrieved",
            "The app asks what is for sale",
            details: products.map { .init($0.localizedTitle, DemoText.price(of: $0)) },
            facts: [
                "products": .array(
                    products.map { product in
                        [
                            "productId": .string(product.productIdentifier),
                            "title": .string(product.localizedTitle),
                            "displayPrice": .string(product.localizedPrice ?? ""),
                        ]
                    }
                )
            ]
        )
    }

    static func purchase(_ purchase: PurchaseDetails, price: String) -> DemoStep {
        let transactionID = purchase.transaction.transactionIdentifier ?? ""
        return DemoStep(
            "purchase-made",
            "The customer buys \(purchase.product.localizedTitle)",
            details: [
                .init("product", purchase.productId), .init("price", price), .init("transaction", transactionID),
            ],
            facts: ["productId": .string(purchase.productId), "transactionId": .string(transactionID)]
        )
    }

    static func restored(_ purchases: [Purchase]) -> DemoStep {
        let products = Set(purchases.map(\.productId)).sorted()
        return DemoStep(
            "purchases-restored",
            "The app restores what was bought before",
            details: products.map { .init("restored", $0, .passed) },
            facts: ["products": .array(products.map(JSONValue.string))]
        )
    }
}
