import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

// A user's own conformance, as apps have it in their tests: the library must never declare one.
extension ReceiptItem: Equatable {
    static func == (left: ReceiptItem, right: ReceiptItem) -> Bool { left.transactionId == right.transactionId }
}

/// The promises that version 0.16 keeps and that no other suite names.
@Suite("The contract of 0.16")
struct ContractTests {
    let store = ScriptedStore()

    @Test("One batch goes to payments, then to the restore, and what is left to completeTransactions, in order")
    func stages() {
        var log: [String] = []
        store.client.completeTransactions { purchases in log.append("complete \(purchases.map(\.productId))") }
        store.client.restorePurchases { results in log.append("restore \(results.restoredPurchases.map(\.productId))") }
        store.client.purchaseProduct(FakeProduct("rose")) { _ in log.append("purchase") }
        store.update(
            FakeTransaction("fern", .purchased),
            FakeTransaction("moss", .purchasing),
            FakeTransaction("tulip", .restored),
            FakeTransaction("rose", .purchased),
            FakeTransaction("ivy", .failed)
        )
        store.endRestore()
        #expect(log == ["purchase", "complete [\"fern\", \"ivy\"]", "restore [\"tulip\"]"])
        #expect(!store.queue.log.contains { $0.contains("moss") })
    }

    @Test("A purchase tells the quantity and the name of its transaction, and the product that was asked for")
    func details() {
        let rose = FakeProduct("rose")
        var bought: PurchaseDetails?
        store.client.purchaseProduct(rose, quantity: 3, applicationUsername: "flora") { result in
            if case .success(let purchase) = result { bought = purchase }
        }
        store.update(FakeTransaction("rose", .purchased, quantity: 3, username: "flora"))
        #expect(bought?.quantity == 3)
        #expect(bought?.product === rose)
        #expect(bought?.applicationUsername == "flora")
    }

    @Test("A failed transaction without an error is unknown, of the store's own domain")
    func failureWithoutError() {
        var error: SKError?
        store.client.purchaseProduct(FakeProduct("rose")) { result in
            if case .error(let failure) = result { error = failure }
        }
        store.update(FakeTransaction("rose", .failed))
        #expect(error?.code == .unknown)
        #expect((error as NSError?)?.domain == SKErrorDomain)
    }

    @Test("A purchase and a restore need no handler for other transactions")
    func withoutCompleteTransactions() {
        var log: [String] = []
        store.client.purchaseProduct(FakeProduct("rose")) { _ in log.append("purchase") }
        store.update(FakeTransaction("rose", .purchased))
        store.client.restorePurchases { _ in log.append("restore") }
        store.endRestore()
        #expect(log == ["purchase", "restore"])
    }

    @Test("The end of a restore that nobody asked for is ignored")
    func strayEnd() {
        var count = 0
        store.endRestore()
        store.client.restorePurchases { _ in count += 1 }
        store.endRestore()
        store.endRestore(SKError(.unknown))
        #expect(count == 1)
    }

    @Test("Whether payments are allowed is for the app to ask: a purchase goes to the queue in any case")
    func restricted() {
        store.client.purchaseProduct(FakeProduct("rose")) { _ in }
        #expect(store.queue.log == ["add 1 rose -"])
        #expect(store.client.canMakePayments == SKPaymentQueue.canMakePayments())
    }

    @Test("The observer leaves the queue with its client, which the queue does not outlive by force")
    func observer() {
        let queue = ScriptedQueue()
        do {
            let scripted = ScriptedStore()
            let services = scripted.client.services
            let client = StoreClient(queue: queue, services: services, callbacks: CallbackQueue { $0() })
            client.onEntitlementRevocation { _ in Issue.record("the client is gone") }
        }
        queue.revoke(["rose"])
        #expect(queue.log == ["remove observer"])
    }

    @Test("Products are not kept: each call that does not join another asks the store")
    func noCache() {
        var count = 0
        for number in 0..<2 {
            store.client.retrieveProductsInfo(["rose"]) { _ in count += 1 }
            store.answerProducts(number, .success([FakeProduct("rose")]))
        }
        #expect(count == 2)
        #expect(store.services.withLock { $0.productRequests.count } == 2)
    }

    @Test("No identifiers are a request like any other")
    func emptySet() {
        var results: RetrieveResults?
        store.client.retrieveProductsInfo([]) { results = $0 }
        store.answerProducts(0, .success([]))
        #expect(results?.retrievedProducts.isEmpty == true)
        #expect(results?.error == nil)
    }

    @Test("A receipt that cannot be read is none")
    func noReceipt() { #expect(store.client.localReceiptData == nil) }

    @Test("States print as their names")
    func states() {
        let states: [SKPaymentTransactionState] = [.purchasing, .purchased, .failed, .restored, .deferred]
        #expect(states.map(\.debugDescription) == ["purchasing", "purchased", "failed", "restored", "deferred"])
    }

    @Test("No file of the library prints, traps or asserts")
    func noTraps() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/SwiftyStoreKit")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 50)
        let forbidden = [" print(", "debugPrint(", "assert(", "fatalError(", "precondition", "try!", "as!"]
        for file in files {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            for word in forbidden where code.contains(word) {
                Issue.record("\(file.lastPathComponent) has \(word)")
            }
        }
    }
}
