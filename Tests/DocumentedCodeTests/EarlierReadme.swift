import Foundation
import LocalStoreKit
import SwiftyStoreKit

/// What the README of SwiftyStoreKit 0.5 shows, snippet by snippet.
///
/// A protocol stands between the tests and ``EarlierReadme``: what calls deprecated functions without a warning has to be
/// deprecated itself, and a deprecated function cannot be a test.
protocol EarlierSnippets: Sendable {
    func completeTransactions()
    func retrieve()
    func purchase()
    func restore()
    func refreshReceipt()
    func verifyReceipt()
    func verifyReceiptWithSharedSecret()
    func verifyPurchase()
    func verifySubscription()
}

/// The snippets as they stand there, reformatted; what had to change says so.
///
/// The functions that have gone are there as deprecated ones, whose message names what has taken their place.
struct EarlierReadme: EarlierSnippets {
    let shop: ReadmeShop

    /// Takes the place of the global function in every snippet.
    private func print(_ items: Any...) { shop.note(items) }

    private func alertWithTitle(_ title: String, message: String) { shop.note([title, message]) }

    final class UIApplication {}

    @available(*, deprecated)
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

    @available(*, deprecated)
    func completeTransactions() {
        _ = application(application: UIApplication(), didFinishLaunchingWithOptions: nil)
    }

    func retrieve() {
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

    func purchase() {
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

    @available(*, deprecated)
    func restore() {
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

    @available(*, deprecated)
    func refreshReceipt() {
        SwiftyStoreKit.refreshReceipt { result in
            switch result {
            case .success:
                print("Receipt refresh success")
            case .error(let error):
                print("Receipt refresh failed: \(error)")
            }
        }
    }

    @available(*, deprecated)
    func verifyReceipt() {
        SwiftyStoreKit.verifyReceipt() { result in
            if case .error(let error) = result {
                if case .noReceiptData = error {
                    self.refreshReceipt()
                }
            }
        }
    }

    @available(*, deprecated)
    func verifyReceiptWithSharedSecret() {
        SwiftyStoreKit.verifyReceipt(password: "your_shared_secret")
    }

    @available(*, deprecated)
    func verifyPurchase() {
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
                    _ = expiresDate  // not there: the snippet binds it for nothing
                    print("Product is purchased.")
                case .notPurchased:
                    print("The user has never purchased this product")
                }
            case .error(let error):  // ".Error" there, which version 0.5 did not have either
                print("Receipt verification failed: \(error)")
            }
        }
    }

    @available(*, deprecated)
    func verifySubscription() {
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
}
