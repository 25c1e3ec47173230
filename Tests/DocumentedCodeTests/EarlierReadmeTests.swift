import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

/// Runs every Swift snippet of the README of SwiftyStoreKit 0.5; ``EarlierReadme`` has them.
@Suite("The README of SwiftyStoreKit 0.5", .serialized, .timeLimit(.minutes(15)))
struct EarlierReadmeTests {
    private let shop: ReadmeShop
    private let readme: any EarlierSnippets

    init() throws {
        shop = try ReadmeShop()
        readme = EarlierReadme(shop: shop)
    }

    @Test("Setup and complete transactions")
    func completeTransactions() throws {
        try shop.store.buy(productID: ReadmeShop.purchase1, account: "flora")
        shop.run { readme.completeTransactions() }
        #expect(shop.lines == ["purchased: com.musevisions.SwiftyStoreKit.Purchase1"])
    }

    @Test("Retrieve products info")
    func retrieve() {
        shop.run { readme.retrieve() }
        #expect(shop.lines == ["Product: The first one, price: Optional(\"$0.99\")"])
    }

    @Test("Purchase a product")
    func purchase() {
        shop.run { readme.purchase() }
        #expect(shop.lines.last?.hasPrefix("Purchase Success: ") == true)
    }

    @Test("Restore previous purchases")
    func restore() {
        shop.run { readme.purchase() }
        shop.run { readme.restore() }
        #expect(shop.lines.last == "Restore Success: [\"com.musevisions.SwiftyStoreKit.Purchase1\"]")
    }

    @Test("Verify receipt: a missing one is refreshed because the app says so", arguments: [true, false])
    func verifyReceipt(signsIn: Bool) {
        shop.device.settings.signsIn = signsIn
        shop.run { readme.verifyReceipt() }
        #expect(shop.lines.last?.hasPrefix("Receipt refresh \(signsIn ? "success" : "failed")") == true)
    }

    @Test("Verify receipt: with a shared secret")
    func password() {
        // The receipt is missing, so nothing is sent.
        shop.run { readme.verifyReceiptWithSharedSecret() }
        #expect(shop.queue.count == 0)
    }

    @Test("Verify purchase")
    func verifyPurchase() async {
        shop.run { readme.purchase() }
        await shop.run(untilPrinted: 2) { readme.verifyPurchase() }
        #expect(shop.lines.last == "Product is purchased.")
    }

    @Test("Verify subscription")
    func verifySubscription() async throws {
        try shop.store.buy(productID: ReadmeShop.subscription, account: "flora")
        shop.run { readme.refreshReceipt() }
        await shop.run(untilPrinted: 2) { readme.verifySubscription() }
        #expect(shop.lines.last?.hasPrefix("Product is valid until ") == true)
    }

    @Test("Implementation details: what the README declares can be made of today's results")
    func declarations() throws {
        let results = RetrieveResults(retrievedProducts: [], invalidProductIDs: ["rose"], error: SKError(.unknown))
        let declared = EarlierDeclarations.RetrieveResults(
            retrievedProducts: results.retrievedProducts,
            invalidProductIDs: results.invalidProductIDs,
            error: results.error.map { $0 as NSError }
        )
        #expect(declared.retrievedProducts.isEmpty && declared.invalidProductIDs == ["rose"])
        #expect(declared.error?.domain == SKErrorDomain)
        let failure = EarlierDeclarations.TransactionResult(.failed(error: SKError(.paymentCancelled)))
        guard case .failed(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == SKError.paymentCancelled.rawValue)
    }
}

extension EarlierDeclarations.TransactionResult {
    /// Nil for what the README's type cannot say: a purchase that waits for approval.
    fileprivate init?(_ result: TransactionResult) {
        switch result {
        case .purchased(let purchase): self = .purchased(productId: purchase.productId)
        case .restored(let purchase): self = .restored(productId: purchase.productId)
        case .failed(let error): self = .failed(error: error as NSError)
        case .deferred: return nil
        }
    }
}
