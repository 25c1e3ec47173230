import Foundation
import LocalAppStore
import LocalStoreKit
import SwiftyStoreKit
import TestSupport
import Testing

/// The README of SwiftyStoreKit 0.5: every Swift snippet as it stands there, compiled and run.
///
/// What had to change says so. The functions that have gone are there as deprecated ones, whose message names what has
/// taken their place.
@Suite("The README of SwiftyStoreKit 0.5", .serialized, .timeLimit(.minutes(1)))
struct EarlierReadmeTests {
    private let shop: ReadmeShop

    init() throws {
        shop = try ReadmeShop()
    }

    /// Takes the place of the global function in every snippet.
    private func print(_ items: Any...) { shop.note(items) }

    private func alertWithTitle(_ title: String, message: String) { shop.note([title, message]) }

    final class UIApplication {}

    private func application(
        application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?
    ) -> Bool {

        SwiftyStoreKit.completeTransactions() { completedTransactions in

            for completedTransaction in completedTransactions {

                if completedTransaction.transactionState == .Purchased
                    || completedTransaction.transactionState == .Restored
                {

                    print("purchased: \(completedTransaction.productId)")
                }
            }
        }
        return true
    }

    @Test("Setup and complete transactions")
    func completeTransactions() throws {
        try shop.store.buy(productID: ReadmeShop.purchase1, account: "flora")
        shop.run { _ = application(application: UIApplication(), didFinishLaunchingWithOptions: nil) }
        #expect(shop.lines == ["purchased: com.musevisions.SwiftyStoreKit.Purchase1"])
        let one: CompletedTransaction? = nil
        #expect(one == nil)
    }

    @Test("Retrieve products info")
    func retrieve() {
        shop.run {
            SwiftyStoreKit.retrieveProductsInfo(["com.musevisions.SwiftyStoreKit.Purchase1"]) { result in
                if let product = result.retrievedProducts.first {
                    let numberFormatter = NumberFormatter()
                    numberFormatter.locale = product.priceLocale
                    numberFormatter.numberStyle = .currency
                    let priceString = numberFormatter.string(from: product.price)
                    print("Product: \(product.localizedDescription), price: \(priceString)")
                } else if let invalidProductId = result.invalidProductIDs.first {
                    return alertWithTitle(
                        "Could not retrieve product info",
                        message: "Invalid product identifier: \(invalidProductId)"
                    )
                } else {
                    print("Error: \(result.error)")
                }
            }
        }
        #expect(shop.lines == ["Product: The first one, price: Optional(\"$0.99\")"])
    }

    @Test("Purchase a product")
    func purchase() {
        shop.run {
            SwiftyStoreKit.purchaseProduct("com.musevisions.SwiftyStoreKit.Purchase1") { result in
                switch result {
                case .success(let productId):
                    print("Purchase Success: \(productId)")
                case .deferred: break  // 0.16 added this case
                case .error(let error):
                    print("Purchase Failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Purchase Success: ") == true)
    }

    @Test("Restore previous purchases")
    func restore() {
        purchase()
        shop.run {
            SwiftyStoreKit.restorePurchases() { results in
                if results.restoreFailedProducts.count > 0 {
                    print("Restore Failed: \(results.restoreFailedProducts)")
                } else if results.restoredProductIds.count > 0 {
                    print("Restore Success: \(results.restoredProductIds)")
                } else {
                    print("Nothing to Restore")
                }
            }
        }
        #expect(shop.lines.last == "Restore Success: [\"com.musevisions.SwiftyStoreKit.Purchase1\"]")
    }

    private func refreshReceipt() {
        SwiftyStoreKit.refreshReceipt { result in
            switch result {
            case .success:
                print("Receipt refresh success")
            case .error(let error):
                print("Receipt refresh failed: \(error)")
            }
        }
    }

    @Test("Verify receipt: a missing one is refreshed because the app says so", arguments: [true, false])
    func verifyReceipt(signsIn: Bool) {
        shop.device.settings.signsIn = signsIn
        shop.run {
            SwiftyStoreKit.verifyReceipt() { result in
                if case .error(let error) = result {
                    if case .noReceiptData = error {
                        self.refreshReceipt()
                    }
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Receipt refresh \(signsIn ? "success" : "failed")") == true)
    }

    @Test("Verify receipt: with a shared secret")
    func password() {
        // The receipt is missing, so nothing is sent.
        shop.run {
            SwiftyStoreKit.verifyReceipt(password: "your_shared_secret")
        }
        #expect(shop.queue.count == 0)
    }

    @Test("Verify purchase")
    func verifyPurchase() async {
        purchase()
        await shop.run(untilPrinted: 2) {
            SwiftyStoreKit.verifyReceipt() { result in
                switch result {
                case .success(let receipt):
                    // Verify the purchase of Consumable or NonConsumable
                    let purchaseResult = SwiftyStoreKit.verifyPurchase(
                        productId: "com.musevisions.SwiftyStoreKit.Purchase1",
                        inReceipt: receipt
                    )
                    switch purchaseResult {
                    case .purchased(let expiresDate):
                        print("Product is purchased.")
                    case .notPurchased:
                        print("The user has never purchased this product")
                    }
                case .error(let error):  // ".Error" there, which version 0.5 did not have either
                    print("Receipt verification failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last == "Product is purchased.")
    }

    @Test("Verify subscription")
    func verifySubscription() async throws {
        try shop.store.buy(productID: ReadmeShop.subscription, account: "flora")
        shop.run { refreshReceipt() }
        await shop.run(untilPrinted: 2) {
            SwiftyStoreKit.verifyReceipt() { result in
                switch result {
                case .success(let receipt):
                    // Verify the purchase of a Subscription
                    let purchaseResult = SwiftyStoreKit.verifySubscription(
                        productId: "com.musevisions.SwiftyStoreKit.Subscription",
                        inReceipt: receipt,
                        validUntil: NSDate(),
                        validDuration: 3600 * 24 * 30  // Non Renewing Subscription only
                    )
                    switch purchaseResult {
                    case .purchased(let expiresDate):
                        print("Product is valid until \(expiresDate)")
                    case .expired(let expiresDate):
                        print("Product is expired since \(expiresDate)")
                    case .notPurchased:
                        print("The user has never purchased this product")
                    }

                case .error(let error):
                    print("Receipt verification failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Product is valid until ") == true)
    }

    @Test("Implementation details: the results that the README declares")
    func declarations() {
        let results = RetrieveResults(retrievedProducts: [], invalidProductIDs: ["rose"], error: nil)
        let products: Set<SKProduct> = results.retrievedProducts
        let invalid: Set<String> = results.invalidProductIDs
        let error: (any Error)? = results.error  // "NSError?" there; version 0.5 declared "Error?"
        #expect(products.isEmpty && invalid == ["rose"] && error == nil)
        // TransactionResult carries purchases now, where it carried product identifiers.
        let result = TransactionResult.failed(error: SKError(.unknown))
        switch result {
        case .purchased, .restored, .deferred: Issue.record("\(result)")
        case .failed(let error): #expect(error.code == .unknown)
        }
    }
}
