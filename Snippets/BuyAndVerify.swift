// Buys something and asks the receipt, offline, whether it is owned. On an iPhone the same calls reach the App Store.

import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import StoreConfiguration
import SwiftyStoreKit

// An App Store in this process, from the file that Xcode writes, and a device that is signed in to it.
let catalogue = URL(fileURLWithPath: "Examples/Catalogues/FlowerShop.storekit")
let start = Date(timeIntervalSince1970: 1_780_000_000)
let store = LocalAppStore(
    configuration: try StoreConfiguration(contentsOf: catalogue),
    app: AppIdentity(bundleID: "com.example.flowershop"),
    authority: try CertificateAuthority.make(
        name: "Example",
        validFrom: start.addingTimeInterval(-86_400),
        validUntil: start.addingTimeInterval(10 * 365 * 86_400)
    ),
    start: start
)
let phone = try DeviceIdentifier("6E1B2A54-9D3C-4F0E-8A77-C2B5D0E91F38")
LocalStoreKit.use(try LocalDevice(store: store, account: "flora", identifier: phone))

// snippet.show
SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
    // What an earlier launch bought and never delivered comes here.
}

switch await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse", atomically: true) {
case .success(let purchase): print("bought \(purchase.productId) for \(purchase.product.localizedPrice ?? "")")
case .deferred: print("a parent must approve")
case .error(let error): print("not bought: \(error.localizedDescription)")
}

let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
let validator = OfflineReceiptValidator(
    policy: .trusting([store.authority.receiptAnchor]),  // in the App Store: leave it out, Apple's roots are pinned
    bundleID: "com.example.flowershop",
    deviceIdentifiers: [phone]
)
let receipt = try validator.validated(data)
print("the receipt holds \(receipt.inAppPurchases.map(\.productID))")
