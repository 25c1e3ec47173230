import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Purchases")
struct PurchaseTests {
    let store = ScriptedStore()

    /// What completions were told, in short.
    final class Results {
        var log: [String] = []

        func note(_ result: PurchaseResult) {
            switch result {
            case .success(let purchase): log.append("success \(purchase.productId) \(purchase.needsFinishTransaction)")
            case .deferred(let purchase):
                log.append("deferred \(purchase.productId) \(purchase.needsFinishTransaction)")
            case .error(let error): log.append("error \(error.code.rawValue)")
            }
        }
    }

    let results = Results()

    func buy(_ product: String, quantity: Int = 1, atomically: Bool = true, username: String = "") {
        store.client.purchaseProduct(
            FakeProduct(product),
            quantity: quantity,
            atomically: atomically,
            applicationUsername: username,
            completion: results.note
        )
    }

    @Test("An atomic purchase is delivered, then finished", arguments: [true, false])
    func success(atomically: Bool) {
        let queue = store.queue
        let results = results
        store.client.purchaseProduct(FakeProduct("rose"), atomically: atomically) { result in
            results.note(result)
            results.log.append("finished before: \(queue.log.contains { $0.hasPrefix("finish") })")
        }
        let transaction = FakeTransaction("rose", .purchasing)
        store.update(transaction)
        #expect(results.log.isEmpty)
        store.update(transaction.becomes(.purchased))
        #expect(results.log == ["success rose \(!atomically)", "finished before: false"])
        #expect(queue.log == ["add 1 rose -"] + (atomically ? ["finish rose purchased"] : []))
    }

    @Test("A payment carries quantity, name, ask to buy and discount; an empty name is none")
    func payment() {
        buy("rose", quantity: 3, username: "flora")
        buy("rose")
        #expect(store.queue.log == ["add 3 rose flora", "add 1 rose -"])
        store.queue.answerAtOnce { payment in
            #expect(payment.simulatesAskToBuyInSandbox)
            #expect(payment.paymentDiscount?.identifier == "spring")
        }
        let discount = SKPaymentDiscount(
            identifier: "spring",
            keyIdentifier: "k",
            nonce: UUID(),
            signature: "s",
            timestamp: 1
        )
        store.client.purchaseProduct(
            FakeProduct("rose"),
            simulatesAskToBuyInSandbox: true,
            paymentDiscount: PaymentDiscount(discount: discount)
        ) { _ in }
    }

    @Test("A failed purchase is finished in any case; its error is the store's own")
    func failure() {
        buy("rose", atomically: false)
        store.update(FakeTransaction("rose", .failed, error: SKError(.paymentCancelled)))
        #expect(results.log == ["error 2"])
        #expect(store.queue.log.last == "finish rose failed")
    }

    @Test(
        "Errors of other domains keep themselves beneath a code of the store",
        arguments: [
            (nil, SKError.Code.unknown),
            (NSError(domain: NSURLErrorDomain, code: -1009) as any Error, .cloudServiceNetworkConnectionFailed),
            (NSError(domain: "AMSErrorDomain", code: 2), .unknown),
            (NSError(domain: SKErrorDomain, code: 4), .paymentNotAllowed),
            (NSError(domain: SKErrorDomain, code: 110), SKError.Code(rawValue: 110) ?? .unknown),
            (CancellationError(), .paymentCancelled),
        ] as [((any Error)?, SKError.Code)]
    )
    func foreignErrors(error: (any Error)?, code: SKError.Code) {
        let translated = SKError(storeError: error)
        #expect(translated.code == code)
        #expect((translated.userInfo[NSUnderlyingErrorKey] == nil) == (error == nil))
    }

    @Test("A deferred purchase is never finished; its later transaction goes to completeTransactions")
    func deferred() {
        var completed: [String] = []
        store.client.completeTransactions { completed += $0.map { "\($0.transaction.transactionState.name)" } }
        buy("rose")
        let transaction = FakeTransaction("rose", .purchasing)
        store.update(transaction)
        store.update(transaction.becomes(.deferred))
        #expect(results.log == ["deferred rose false"])
        #expect(store.queue.log == ["add 1 rose -"])
        store.update(transaction.becomes(.purchased))
        #expect(results.log.count == 1)
        #expect(completed == ["purchased"])
        #expect(store.queue.log.last == "finish rose purchased")
    }

    @Test("A queue that answers inside add finds the purchase that waits")
    func answeredAtOnce() {
        let queue = store.queue
        queue.answerAtOnce { _ in queue.update([FakeTransaction("rose", .purchased)]) }
        buy("rose")
        store.callbacks.run()
        #expect(results.log == ["success rose false"])
    }

    @Test("Payments for one product are answered in their order, each once")
    func firstInFirstOut() {
        let results = results
        for number in 1...3 {
            store.client.purchaseProduct(FakeProduct("rose")) { _ in results.log.append("\(number)") }
        }
        store.update(FakeTransaction("rose", .purchased), FakeTransaction("rose", .purchased))
        store.update(FakeTransaction("rose", .failed), FakeTransaction("rose", .purchased))
        #expect(results.log == ["1", "2", "3"])
    }

    @Test(
        "An old transaction of the same product is not taken for a new purchase",
        arguments: [
            FakeTransaction("rose", .restored),
            FakeTransaction("rose", .purchased, date: 9_000),
            FakeTransaction("rose", .failed, date: 9_000),
            FakeTransaction("rose", .purchased, quantity: 2),
            FakeTransaction("rose", .purchased, username: "another"),
            FakeTransaction("rose", .purchased, original: FakeTransaction("rose", .purchased)),
            FakeTransaction("tulip", .purchased),
        ]
    )
    func oldTransactions(transaction: FakeTransaction) {
        var completed = 0
        store.client.completeTransactions(atomically: false) { completed += $0.count }
        buy("rose", username: "flora")
        store.update(transaction)
        #expect(results.log.isEmpty)
        #expect(completed == 1)
        store.update(FakeTransaction("rose", .purchased))
        #expect(results.log == ["success rose false"])
    }

    @Test("What was seen before the payment does not answer it, also as another object")
    func seenBefore() {
        var completed = 0
        store.client.completeTransactions(atomically: false) { completed += $0.count }
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        buy("rose")
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        #expect((results.log.count, completed) == (0, 2))
        store.update(FakeTransaction("rose", .purchased, identifier: "2"))
        #expect(results.log == ["success rose false"])
    }

    @Test("What has no date does not answer a payment that was made after it was seen")
    func undatedBefore() {
        var completed = 0
        store.client.completeTransactions { completed += $0.count }
        let old = FakeTransaction("rose", .purchasing, date: nil)
        store.update(old)
        buy("rose")
        store.update(old)
        store.update(old.becomes(.failed))
        #expect((results.log.count, completed) == (0, 1))
        store.update(FakeTransaction("rose", .failed, date: nil))
        #expect(results.log == ["error 0"])
    }

    @Test(
        "Once a purchase is seen purchasing, an older one, one from a queue of before and another quantity do not answer it"
    )
    func boundTransaction() {
        var completed = 0
        let before = FakeTransaction("rose", .purchased, identifier: "1")
        store.client.completeTransactions(atomically: false) { completed += $0.count }
        store.update(before)
        buy("rose")
        let mine = FakeTransaction("rose", .purchasing, date: nil)
        store.update(mine)
        store.update(FakeTransaction("rose", .purchased, date: 9_900, identifier: "0"))
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        store.update(FakeTransaction("rose", .purchased, quantity: 2, identifier: "2"))
        #expect((results.log.count, completed) == (0, 4))
        store.update(mine.becomes(.purchased))
        #expect((results.log.count, completed) == (1, 4))
    }

    @Test(
        "Another object for the transaction that was seen purchasing answers the purchase",
        arguments: [(SKPaymentTransactionState.purchased, "success rose false"), (.failed, "error 0")]
    )
    func anotherObject(state: SKPaymentTransactionState, result: String) {
        buy("rose")
        store.update(FakeTransaction("rose", .purchasing, date: nil))
        store.update(FakeTransaction("rose", state, identifier: state == .purchased ? "7" : nil))
        #expect(results.log == [result])
        #expect(store.queue.log.last == "finish rose \(state.name)")
    }

    @Test("Each of two purchases of one product is answered by its own transaction, also as another object")
    func twoBound() {
        buy("rose")
        buy("rose")
        let first = FakeTransaction("rose", .purchasing, date: nil)
        store.update(first, FakeTransaction("rose", .purchasing, date: nil))
        store.update(first.becomes(.purchased))
        #expect(results.log.count == 1)
        store.update(FakeTransaction("rose", .purchased, identifier: "8"))
        #expect(results.log.count == 2)
    }

    @Test("A purchase that the store answers with a restored transaction of its own is a success")
    func boundRestored() {
        buy("rose")
        let mine = FakeTransaction("rose", .purchasing)
        store.update(mine)
        store.update(mine.becomes(.restored))
        #expect(results.log == ["success rose false"])
    }

    @Test("A purchase may be started from the completion of another")
    func reentrancy() {
        let results = results
        let client = store.client
        client.purchaseProduct(FakeProduct("rose")) { result in
            results.note(result)
            client.purchaseProduct(FakeProduct("rose"), completion: results.note)
        }
        store.update(FakeTransaction("rose", .purchased))
        store.update(FakeTransaction("rose", .purchased))
        #expect(results.log == ["success rose false", "success rose false"])
    }

    @Test("By identifier: the product is retrieved first, then bought")
    func byIdentifier() {
        store.client.purchaseProduct("rose", quantity: 2, completion: results.note)
        #expect(store.queue.log.isEmpty)
        store.answerProducts(0, .success([FakeProduct("rose")]))
        #expect(store.queue.log == ["add 2 rose -"])
        store.update(FakeTransaction("rose", .purchased, quantity: 2))
        #expect(results.log == ["success rose false"])
    }

    @Test("By identifier: an unknown one is paymentInvalid, a failed request keeps its error, no answer is unknown")
    func missingProduct() {
        for _ in 0..<3 {
            store.client.purchaseProduct("rose", completion: results.note)
            let number = store.services.withLock { $0.productRequests.count - 1 }
            switch number {
            case 0: store.answerProducts(number, .success([]), invalid: ["rose"])
            case 1: store.answerProducts(number, .failure(NSError(domain: NSURLErrorDomain, code: -1009)))
            default: store.answerProducts(number, .success([]))
            }
        }
        #expect(
            results.log == ["error 3", "error 7", "error 0"]
        )
        #expect(store.queue.log.isEmpty)
    }

    @Test("By identifier: cancelling before the payment ends it, once")
    func cancelling() {
        let request = store.client.purchaseProduct("rose", completion: results.note)
        request.start()
        request.cancel()
        request.cancel()
        store.callbacks.run()
        store.answerProducts(0, .success([FakeProduct("rose")]))
        #expect(results.log == ["error 2"])
        #expect(store.queue.log.isEmpty)
        #expect(store.services.withLock { $0.cancelled } == 1)
    }

    @Test("What the queue would trap on is an error", arguments: [("rose", 0), ("rose", -1), ("", 1)])
    func impossible(product: String, quantity: Int) {
        buy(product, quantity: quantity)
        #expect(results.log.isEmpty)
        store.callbacks.run()
        #expect(results.log == ["error 3"])
        #expect(store.queue.log.isEmpty)
    }

    @Test("Nothing is called inside the call that caused it")
    func neverInside() {
        buy("rose")
        store.queue.update([FakeTransaction("rose", .purchased)])
        #expect(results.log.isEmpty)
        #expect(store.callbacks.count == 1)
    }
}
