import LocalStoreKit
import Locking
import Testing

@testable import SwiftyStoreKit

/// A queue shows again what is not finished, for example when the app comes back from the background.
@Suite("What a caller was given and finishes itself")
struct HandedOutTests {
    private let store = ScriptedStore()

    @Test(
        "A purchase that its caller still delivers is told to nobody else, and not finished",
        arguments: [nil, "7"] as [String?]
    )
    func purchase(identifier: String?) {
        var completed = 0
        store.client.completeTransactions(atomically: true) { completed += $0.count }
        store.client.purchaseProduct(FakeProduct("rose"), atomically: false) { _ in }
        let rose = FakeTransaction("rose", .purchased, identifier: identifier)
        store.update(rose)
        store.update(rose)
        if let identifier { store.update(FakeTransaction("rose", .purchased, identifier: identifier)) }
        #expect(completed == 0)
        #expect(store.queue.log == ["add 1 rose -"])
        store.client.finishTransaction(rose)
        #expect(store.queue.log == ["add 1 rose -", "finish rose purchased"])
    }

    @Test("What was restored and its caller still delivers is told to nobody else, and not finished")
    func restore() {
        var completed = 0
        store.client.completeTransactions(atomically: true) { completed += $0.count }
        store.client.restorePurchases(atomically: false) { _ in }
        let rose = FakeTransaction("rose", .restored, original: FakeTransaction("rose", .purchased, date: 100))
        store.update(rose)
        store.endRestore()
        store.update(rose, FakeTransaction("iris", .purchased))
        #expect(completed == 1)
        #expect(store.queue.log == ["restore -", "finish iris purchased"])
    }

    @Test("A delivery handler that is set meanwhile leaves it to its caller, and delivers all else")
    func handler() async {
        store.client.purchaseProduct(FakeProduct("rose"), atomically: false) { _ in }
        let rose = FakeTransaction("rose", .purchased, identifier: "7")
        store.update(rose)
        let delivered = Locked([String]())
        store.client.deliver { purchase in delivered.withLock { $0.append(purchase.productId) } }
        store.update(rose, FakeTransaction("iris", .purchased, identifier: "8"))
        await store.client.delivered()
        #expect(delivered.withLock { $0 } == ["iris"])
        #expect(store.queue.log == ["add 1 rose -", "finish iris purchased"])
    }

    @Test("Once it has left the queue it is as any other: the store may not have heard that it was finished")
    func left() {
        var completed = 0
        store.client.completeTransactions(atomically: true) { completed += $0.count }
        store.client.purchaseProduct(FakeProduct("rose"), atomically: false) { _ in }
        let rose = FakeTransaction("rose", .purchased, identifier: "7")
        store.update(rose)
        store.queue.remove([rose])
        store.update(FakeTransaction("rose", .purchased, identifier: "7"))
        #expect(completed == 1)
        #expect(store.queue.log == ["add 1 rose -", "finish rose purchased"])
    }

    @Test("What waits for approval nobody has been given: it comes to completeTransactions when it is bought")
    func deferred() {
        var completed = 0
        store.client.completeTransactions(atomically: true) { completed += $0.count }
        store.client.purchaseProduct(FakeProduct("rose"), atomically: false) { _ in }
        let rose = FakeTransaction("rose", .deferred)
        store.update(rose)
        store.update(rose.becomes(.purchased))
        #expect(completed == 1)
    }
}
