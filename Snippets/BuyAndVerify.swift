// Buys something and asks the receipt, offline, whether it is owned. On an iPhone the same calls reach the App Store.

import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import SwiftyStoreKit

// snippet.show
// On Linux: an App Store in this process, and a device of its customer. On Apple platforms leave these two lines out.
let store = try LocalAppStore(catalogue: "Examples/Catalogues/FlowerShop.storekit")
LocalDevice.use(store)

// For who reads the receipt after a purchase: on StoreKit 2 it has the purchase only after a refresh.
SwiftyStoreKit.storeKit = .storeKit1

SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
    // What an earlier launch bought and never delivered comes here.
}

switch await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse", atomically: true) {
case .success(let purchase): print("bought \(purchase.productId) for \(purchase.product.localizedPrice ?? "")")
case .deferred: print("a parent must approve")
case .error(let error): print("not bought: \(error.localizedDescription)")
}

let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: false)
let validator = AppReceiptValidator(
    policy: store.trustPolicy,  // in the App Store: leave it out, Apple's roots are pinned
    bundleID: store.app.bundleID,
    deviceIdentifiers: [LocalDevice.usualIdentifier]
)
let receipt = try validator.validated(data)
print("the receipt holds \(receipt.inAppPurchases.map(\.productID))")
