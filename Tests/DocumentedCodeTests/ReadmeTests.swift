import Foundation
import LocalAppStore
import LocalStoreKit
import SwiftyStoreKit
import TestSupport
import Testing

/// The README of SwiftyStoreKit 0.15: every Swift snippet as it stands there, compiled and run.
///
/// What had to change says so: version 0.16 added `.deferred` to `PurchaseResult`, so that each `switch` over one needs
/// that case; three snippets use what they do not declare, and never compiled.
@Suite("The README of SwiftyStoreKit 0.15", .serialized, .timeLimit(.minutes(15)))
struct ReadmeTests {
    private let shop: ReadmeShop

    init() throws {
        shop = try ReadmeShop()
    }

    /// Takes the place of the global function in every snippet.
    private func print(_ items: Any...) { shop.note(items) }

    final class UIApplication {}

    private func application(
        application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [NSObject: AnyObject]?
    ) -> Bool {
        // see notes below for the meaning of Atomic / Non-Atomic
        SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
            for purchase in purchases {
                switch purchase.transaction.transactionState {
                case .purchased, .restored:
                    if purchase.needsFinishTransaction {
                        // Deliver content from server, then:
                        SwiftyStoreKit.finishTransaction(purchase.transaction)
                    }
                    // Unlock content
                    print("unlocked \(purchase.productId)")
                case .failed, .purchasing, .deferred:
                    break  // do nothing
                }
            }
        }
        return true
    }

    @Test("App startup: complete transactions")
    func completeTransactions() throws {
        try shop.store.buy(productID: ReadmeShop.purchase1, account: "flora")
        shop.run { _ = application(application: UIApplication(), didFinishLaunchingWithOptions: nil) }
        #expect(shop.lines == ["unlocked com.musevisions.SwiftyStoreKit.Purchase1"])
        #expect(shop.store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Retrieve products info")
    func retrieve() {
        shop.run {
            SwiftyStoreKit.retrieveProductsInfo(["com.musevisions.SwiftyStoreKit.Purchase1"]) { result in
                if let product = result.retrievedProducts.first {
                    let priceString = product.localizedPrice!
                    print("Product: \(product.localizedDescription), price: \(priceString)")
                } else if let invalidProductId = result.invalidProductIDs.first {
                    print("Invalid product identifier: \(invalidProductId)")
                } else {
                    print("Error: \(result.error)")
                }
            }
        }
        #expect(shop.lines == ["Product: The first one, price: $0.99"])
    }

    private func purchaseAtomic() {
        SwiftyStoreKit.purchaseProduct("com.musevisions.SwiftyStoreKit.Purchase1", quantity: 1, atomically: true) {
            result in
            switch result {
            case .success(let purchase):
                print("Purchase Success: \(purchase.productId)")
            case .deferred: break  // 0.16 added this case
            case .error(let error):
                switch error.code {
                case .unknown: print("Unknown error. Please contact support")
                case .clientInvalid: print("Not allowed to make the payment")
                case .paymentCancelled: break
                case .paymentInvalid: print("The purchase identifier was invalid")
                case .paymentNotAllowed: print("The device is not allowed to make the payment")
                case .storeProductNotAvailable: print("The product is not available in the current storefront")
                case .cloudServicePermissionDenied: print("Access to cloud service information is not allowed")
                case .cloudServiceNetworkConnectionFailed: print("Could not connect to the network")
                case .cloudServiceRevoked: print("User has revoked permission to use this cloud service")
                default: print((error as NSError).localizedDescription)
                }
            }
        }
    }

    @Test("Purchase a product: atomic")
    func atomic() {
        shop.run { purchaseAtomic() }
        #expect(shop.lines == ["Purchase Success: com.musevisions.SwiftyStoreKit.Purchase1"])
        #expect(shop.store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Purchase a product: each error reaches its line")
    func errors() {
        for (code, line) in [
            (SKError.Code.unknown, "Unknown error. Please contact support"),
            (.clientInvalid, "Not allowed to make the payment"),
            (.paymentInvalid, "The purchase identifier was invalid"),
            (.paymentNotAllowed, "The device is not allowed to make the payment"),
            (.storeProductNotAvailable, "The product is not available in the current storefront"),
            (.cloudServicePermissionDenied, "Access to cloud service information is not allowed"),
            (.cloudServiceNetworkConnectionFailed, "Could not connect to the network"),
            (.cloudServiceRevoked, "User has revoked permission to use this cloud service"),
        ] {
            shop.device.settings.paymentSheet = { _ in .fail(SKError(code)) }
            shop.run { purchaseAtomic() }
            #expect(shop.lines.last == line)
        }
    }

    @Test("Purchase a product: non-atomic")
    func nonAtomic() {
        shop.run {
            SwiftyStoreKit.purchaseProduct(
                "com.musevisions.SwiftyStoreKit.Purchase1",
                quantity: 1,
                atomically: false
            ) { result in
                switch result {
                case .success(let product):
                    // fetch content from your server, then:
                    if product.needsFinishTransaction {
                        SwiftyStoreKit.finishTransaction(product.transaction)
                    }
                    print("Purchase Success: \(product.productId)")
                case .deferred: break  // 0.16 added this case
                case .error(let error): print("\(error)")
                }
            }
        }
        #expect(shop.lines == ["Purchase Success: com.musevisions.SwiftyStoreKit.Purchase1"])
        #expect(shop.store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Purchase a product (given a SKProduct)")
    func product() {
        shop.run {
            SwiftyStoreKit.retrieveProductsInfo(["com.musevisions.SwiftyStoreKit.Purchase1"]) { result in
                if let product = result.retrievedProducts.first {
                    SwiftyStoreKit.purchaseProduct(product, quantity: 1, atomically: true) { result in
                        // handle result (same as above)
                    }
                }
            }
        }
        #expect(shop.store.transactions(account: "flora").count == 1)
    }

    /// The declaration that the README quotes, adopted.
    final class Observer: NSObject, SKPaymentTransactionObserver {
        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}

        public func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            false
        }
    }

    @Test("Handle purchases started on the App Store")
    func storePayments() {
        shop.run {
            SwiftyStoreKit.shouldAddStorePaymentHandler = { payment, product in
                // return true if the content can be delivered by your app
                // return false otherwise
                payment.productIdentifier == product.productIdentifier  // the snippet has comments alone, no value
            }
            SwiftyStoreKit.completeTransactions { purchases in print(purchases.map(\.productId)) }
        }
        shop.device.beginStorePurchase(productIdentifier: ReadmeShop.purchase1)
        shop.queue.run()
        #expect(shop.lines == ["[\"com.musevisions.SwiftyStoreKit.Purchase1\"]"])
    }

    @Test("Restore previous purchases: atomic", arguments: [0, 1, 2])
    func restoreAtomic(story: Int) {
        if story > 0 { shop.run { purchaseAtomic() } }
        shop.device.settings.signsIn = story < 2
        shop.run {
            SwiftyStoreKit.restorePurchases(atomically: true) { results in
                if results.restoreFailedPurchases.count > 0 {
                    print("Restore Failed: \(results.restoreFailedPurchases)")
                } else if results.restoredPurchases.count > 0 {
                    print("Restore Success: \(results.restoredPurchases)")
                } else {
                    print("Nothing to Restore")
                }
            }
        }
        let beginnings = ["Nothing to Restore", "Restore Success: ", "Restore Failed: "]
        #expect(shop.lines.last?.hasPrefix(beginnings[story]) == true)
    }

    @Test("Restore previous purchases: non-atomic")
    func restoreNonAtomic() {
        shop.run { purchaseAtomic() }
        shop.run {
            SwiftyStoreKit.restorePurchases(atomically: false) { results in
                if results.restoreFailedPurchases.count > 0 {
                    print("Restore Failed: \(results.restoreFailedPurchases)")
                } else if results.restoredPurchases.count > 0 {
                    for purchase in results.restoredPurchases {
                        // fetch content from your server, then:
                        if purchase.needsFinishTransaction {
                            SwiftyStoreKit.finishTransaction(purchase.transaction)
                        }
                    }
                    print("Restore Success: \(results.restoredPurchases)")
                } else {
                    print("Nothing to Restore")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Restore Success: ") == true)
        #expect(shop.store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Downloading content hosted with Apple: start")
    func startDownloads() {
        shop.run {
            SwiftyStoreKit.purchaseProduct(
                "com.musevisions.SwiftyStoreKit.Purchase1",
                quantity: 1,
                atomically: false
            ) { result in
                switch result {
                case .success(let purchase):  // the snippet binds `product` here and reads `purchase`
                    let downloads = purchase.transaction.downloads
                    if !downloads.isEmpty {
                        SwiftyStoreKit.start(downloads)
                    }
                    print("\(downloads.count) downloads")
                case .deferred: break  // 0.16 added this case
                case .error(let error):
                    print("\(error)")
                }
            }
        }
        #expect(shop.lines == ["0 downloads"])
    }

    @Test("Downloading content hosted with Apple: updated downloads")
    func updatedDownloads() {
        shop.run {
            let snippet: any DownloadSnippet = UpdatedDownloads()
            snippet.setHandler()
            #expect(SwiftyStoreKit.updatedDownloadsHandler != nil)
        }
    }

    /// A snippet of its own, because `flatMap` is deprecated: what calls it without a warning is deprecated too, and cannot be
    /// a test.
    private struct UpdatedDownloads: DownloadSnippet {
        @available(*, deprecated)
        func setHandler() {
            SwiftyStoreKit.updatedDownloadsHandler = { downloads in

                // contentURL is not nil if downloadState == .finished
                let contentURLs = downloads.flatMap { $0.contentURL }
                if contentURLs.count == downloads.count {
                    // process all downloaded files, then finish the transaction
                    SwiftyStoreKit.finishTransaction(downloads[0].transaction)
                }
            }
        }
    }

    @Test("Retrieve local receipt")
    func localReceipt() {
        shop.run { purchaseAtomic() }
        shop.run {
            let receiptData = SwiftyStoreKit.localReceiptData
            // The snippet has no "?", which has not compiled since the property exists: it is optional.
            let receiptString = receiptData?.base64EncodedString(options: [])
            print("\(receiptString?.prefix(2) ?? "")")
        }
        #expect(shop.lines.last == "MI")
    }

    @Test("Fetch receipt")
    func fetchReceipt() {
        shop.run {
            SwiftyStoreKit.fetchReceipt(forceRefresh: true) { result in
                switch result {
                case .success(let receiptData):
                    let encryptedReceipt = receiptData.base64EncodedString(options: [])
                    print("Fetch receipt success:\n\(encryptedReceipt)")
                case .error(let error):
                    print("Fetch receipt failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Fetch receipt success:\nMI") == true)
    }

    @Test("Verify receipt")
    func verifyReceipt() async {
        await shop.run(untilPrinted: 1) {
            let appleValidator = AppleReceiptValidator(service: .production, sharedSecret: "your-shared-secret")
            SwiftyStoreKit.verifyReceipt(using: appleValidator, forceRefresh: false) { result in
                switch result {
                case .success(let receipt):
                    print("Verify receipt success: \(receipt)")
                case .error(let error):
                    print("Verify receipt failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Verify receipt success: ") == true)
    }

    @Test("Verify purchase")
    func verifyPurchase() async {
        shop.run { purchaseAtomic() }
        await shop.run(untilPrinted: 2) {
            let appleValidator = AppleReceiptValidator(service: .production, sharedSecret: "your-shared-secret")
            SwiftyStoreKit.verifyReceipt(using: appleValidator) { result in
                switch result {
                case .success(let receipt):
                    let productId = "com.musevisions.SwiftyStoreKit.Purchase1"
                    // Verify the purchase of Consumable or NonConsumable
                    let purchaseResult = SwiftyStoreKit.verifyPurchase(
                        productId: productId,
                        inReceipt: receipt
                    )

                    switch purchaseResult {
                    case .purchased(let receiptItem):
                        print("\(productId) is purchased: \(receiptItem)")
                    case .notPurchased:
                        print("The user has never purchased \(productId)")
                    }
                case .error(let error):
                    print("Receipt verification failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("com.musevisions.SwiftyStoreKit.Purchase1 is purchased: ") == true)
    }

    @Test("Verify subscription")
    func verifySubscription() async {
        await shop.run(untilPrinted: 1) {
            let appleValidator = AppleReceiptValidator(service: .production, sharedSecret: "your-shared-secret")
            SwiftyStoreKit.verifyReceipt(using: appleValidator) { result in
                switch result {
                case .success(let receipt):
                    let productId = "com.musevisions.SwiftyStoreKit.Subscription"
                    // Verify the purchase of a Subscription
                    let purchaseResult = SwiftyStoreKit.verifySubscription(
                        ofType: .autoRenewable,  // or .nonRenewing (see below)
                        productId: productId,
                        inReceipt: receipt
                    )

                    switch purchaseResult {
                    case .purchased(let expiryDate, let items):
                        print("\(productId) is valid until \(expiryDate)\n\(items)\n")
                    case .expired(let expiryDate, let items):
                        print("\(productId) is expired since \(expiryDate)\n\(items)\n")
                    case .notPurchased:
                        print("The user has never purchased \(productId)")
                    }

                case .error(let error):
                    print("Receipt verification failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last == "The user has never purchased com.musevisions.SwiftyStoreKit.Subscription")
    }

    @Test("Verify subscription: auto-renewable and non-renewing")
    func kinds() {
        let receipt: ReceiptInfo = [:]
        do {
            let purchaseResult = SwiftyStoreKit.verifySubscription(
                ofType: .autoRenewable,
                productId: "com.musevisions.SwiftyStoreKit.Subscription",
                inReceipt: receipt
            )
            guard case .notPurchased = purchaseResult else {
                Issue.record("\(purchaseResult)")
                return
            }
        }
        // validDuration: time interval in seconds
        let purchaseResult = SwiftyStoreKit.verifySubscription(
            ofType: .nonRenewing(validDuration: 3600 * 24 * 30),
            productId: "com.musevisions.SwiftyStoreKit.Subscription",
            inReceipt: receipt
        )
        guard case .notPurchased = purchaseResult else {
            Issue.record("\(purchaseResult)")
            return
        }
    }

    @Test("Purchasing and verifying a subscription")
    func purchaseAndVerify() async {
        await shop.run(untilPrinted: 1) {
            let productId = "com.musevisions.SwiftyStoreKit.Subscription"  // "your-product-id" there
            SwiftyStoreKit.purchaseProduct(productId, atomically: true) { result in

                if case .success(let purchase) = result {
                    // Deliver content from server, then:
                    if purchase.needsFinishTransaction {
                        SwiftyStoreKit.finishTransaction(purchase.transaction)
                    }

                    let appleValidator = AppleReceiptValidator(
                        service: .production,
                        sharedSecret: "your-shared-secret"
                    )
                    SwiftyStoreKit.verifyReceipt(using: appleValidator) { result in

                        if case .success(let receipt) = result {
                            let purchaseResult = SwiftyStoreKit.verifySubscription(
                                ofType: .autoRenewable,
                                productId: productId,
                                inReceipt: receipt
                            )

                            switch purchaseResult {
                            case .purchased(let expiryDate, let receiptItems):
                                _ = receiptItems  // not there: the snippet binds it for nothing
                                print("Product is valid until \(expiryDate)")
                            case .expired(let expiryDate, let receiptItems):
                                _ = receiptItems
                                print("Product is expired since \(expiryDate)")
                            case .notPurchased:
                                print("This product has never been purchased")
                            }

                        } else {
                            // receipt verification error
                        }
                    }
                } else {
                    // purchase error
                }
            }
        }
        #expect(shop.lines.last?.hasPrefix("Product is valid until ") == true)
    }

    @Test("Subscription groups")
    func groups() async throws {
        try shop.store.buy(productID: "com.musevisions.SwiftyStoreKit.Monthly", account: "flora")
        await shop.run(untilPrinted: 1) {
            let appleValidator = AppleReceiptValidator(service: .production, sharedSecret: "your-shared-secret")
            SwiftyStoreKit.verifyReceipt(using: appleValidator) { result in
                switch result {
                case .success(let receipt):
                    let productIds = Set([
                        "com.musevisions.SwiftyStoreKit.Weekly",
                        "com.musevisions.SwiftyStoreKit.Monthly",
                        "com.musevisions.SwiftyStoreKit.Yearly",
                    ])
                    let purchaseResult = SwiftyStoreKit.verifySubscriptions(productIds: productIds, inReceipt: receipt)
                    switch purchaseResult {
                    case .purchased(let expiryDate, let items):
                        print("\(productIds) are valid until \(expiryDate)\n\(items)\n")
                    case .expired(let expiryDate, let items):
                        print("\(productIds) are expired since \(expiryDate)\n\(items)\n")
                    case .notPurchased:
                        print("The user has never purchased \(productIds)")
                    }
                case .error(let error):
                    print("Receipt verification failed: \(error)")
                }
            }
        }
        #expect(shop.lines.last?.contains("are valid until ") == true)
    }
}

private protocol DownloadSnippet {
    func setHandler()
}
