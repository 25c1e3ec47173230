import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// The bugs of StoreKit that libraries warn their users of, as faults: what an app with SwiftyStoreKit sees, and that nothing
/// paid for is lost.
@Suite("Documented bugs of StoreKit")
struct StoreKitBugTests {
    private let queue = ManualQueue()
    private let store: LocalAppStore
    private let device: LocalDevice
    private let completed = Locked([String]())

    init() throws {
        store = try SampleShop.open()
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: callbacks,
            work: callbacks
        )
        app { [completed] in
            SwiftyStoreKit.completeTransactions(atomically: true) { purchases in
                completed.withLock { $0 += purchases.map(\.productId) }
            }
        }
    }

    private func app(_ body: () -> Void) {
        device.perform(body)
        queue.run()
    }

    /// Buys; the product that was bought, the code of the error, or that nothing was answered.
    private func buy(_ product: String = SampleShop.seeds) -> String {
        var answer = "no answer"
        app {
            SwiftyStoreKit.purchaseProduct(product) { result in
                switch result {
                case .success(let purchase): answer = "bought \(purchase.productId)"
                case .error(let error): answer = "error \(error.code.rawValue)"
                case .deferred: answer = "deferred"
                }
            }
        }
        return answer
    }

    private var bought: String { "bought \(SampleShop.seeds)" }

    @Test("Cancelled after success: the app hears of a cancellation, and gets the purchase when it comes back")
    func cancelledAfterSuccess() throws {
        try store.setFault(StoreFault(.cancelledAfterSuccess, times: 1))
        #expect(buy() == "error 2")
        #expect(completed.withLock { $0 } == [])
        app { device.enterForeground() }
        #expect(completed.withLock { $0 } == [SampleShop.seeds])
        #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
        #expect(store.transactions(account: SampleShop.customer).count == 1)
        #expect(buy() == bought)
    }

    @Test("Coming to the foreground during a delivery: what the app still delivers is not finished for it")
    func foregroundDuringDelivery() {
        app { SwiftyStoreKit.purchaseProduct(SampleShop.seeds, atomically: false) { _ in } }
        app { device.enterForeground() }
        #expect(completed.withLock { $0 } == [])
        #expect(store.unfinishedTransactions(account: SampleShop.customer).map(\.productID) == [SampleShop.seeds])
    }

    @Test("Connection to the store lost: purchase and request fail, nothing is charged")
    func connectionLost() throws {
        try store.setFault(StoreFault(.connectionLost))
        #expect(buy() == "error 0")
        var failure: NSError?
        app {
            SwiftyStoreKit.retrieveProductsInfo([SampleShop.seeds]) { failure = $0.error.map { $0 as NSError } }
        }
        let beneath = failure?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(beneath?.domain == NSCocoaErrorDomain)
        #expect(beneath?.code == 4_097)
        #expect(store.transactions(account: SampleShop.customer).isEmpty)
        try store.clearFaults()
        queue.run()
        #expect(buy() == bought)
    }

    @Test("Sheet never shown: the purchase is not answered and not charged; the next launch buys")
    func sheetNeverShown() throws {
        try store.setFault(StoreFault(.sheetNeverShown, times: 1))
        #expect(buy() == "no answer")
        #expect(store.transactions(account: SampleShop.customer).isEmpty)
        let relaunched = try StoreKitBugTests(relaunching: self)
        #expect(relaunched.buy() == bought)
    }

    @Test(
        "Empty product list: the request succeeds with nothing in it, and a purchase says that there is no such product"
    )
    func emptyProductList() throws {
        try store.setFault(StoreFault(.emptyProductList))
        var results: RetrieveResults?
        app { SwiftyStoreKit.retrieveProductsInfo([SampleShop.seeds]) { results = $0 } }
        #expect(results?.retrievedProducts.isEmpty == true)
        #expect(results?.invalidProductIDs == [SampleShop.seeds])
        #expect(results?.error == nil)
        #expect(buy() == "error 3")
        try store.clearFaults()
        #expect(buy() == bought)
    }

    /// The app on the same store, in a process of its own.
    private init(relaunching first: StoreKitBugTests) throws {
        store = first.store
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: first.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: callbacks,
            work: callbacks
        )
    }
}
