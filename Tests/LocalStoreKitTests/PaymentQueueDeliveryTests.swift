import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("What the payment queue delivers, and when")
struct PaymentQueueDeliveryTests {
    let bench = Bench()

    @Test("Q2, Q3, Q5: The first observer gets everything that is unfinished, in one call")
    func unfinished() {
        bench.session.set { $0.unfinished = [.test("1", "rose"), .test("2", "tulip")] }
        #expect(bench.payments.transactions.isEmpty)
        let observer = bench.observer()
        #expect(observer.log == ["purchased rose, purchased tulip"])
        #expect(bench.receipt == "receipt 1")
    }

    @Test("What was bought together elsewhere is told one by one; the receipt is made once, before all of it")
    func together() {
        bench.device.settings.deliversOtherPurchasesAtOnce = true
        let observer = bench.observer()
        bench.session.set { $0.receipts = 0 }
        observer.onUpdate = { [bench] _ in #expect(bench.receipt == "receipt 1") }
        bench.session.send(
            .purchased(.test("1", "rose")),
            .purchased(.test("2", "tulip")),
            .purchased(.test("1", "rose")),
            .storefrontChanged,
            .purchased(.test("2", "tulip"))
        )
        bench.queue.run()
        #expect(observer.log == ["purchased rose", "purchased tulip", "storefront changed"])
        #expect(bench.session.get(\.receipts) == 1)
        #expect(bench.receipt == "receipt 1")
    }

    @Test("What an app finds in the queue and finishes it does not hear of as bought any more")
    func finishedBefore() {
        let observer = bench.observer()
        bench.device.settings.deliversOtherPurchasesAtOnce = true
        observer.onUpdate = { [bench] _ in
            for transaction in bench.payments.transactions { bench.payments.finishTransaction(transaction) }
        }
        bench.session.send(.purchased(.test("1", "rose")), .purchased(.test("2", "tulip")))
        bench.queue.run()
        #expect(observer.log == ["purchased rose", "removed rose", "removed tulip"])
        #expect(bench.payments.transactions.isEmpty)
    }

    @Test("An observer that stops while purchases are on their way leaves the rest to the next one")
    func stopping() {
        bench.device.settings.deliversOtherPurchasesAtOnce = true
        let observer = bench.observer()
        observer.onUpdate = { [bench, weak observer] _ in observer.map { bench.payments.remove($0) } }
        bench.session.send(.purchased(.test("1", "rose")), .purchased(.test("2", "tulip")))
        bench.queue.run()
        #expect(observer.log == ["purchased rose"])
        let next = bench.observer()
        #expect(next.log == ["purchased rose, purchased tulip"])
    }

    @Test("Q4: A second observer gets what happens from then on")
    func secondObserver() {
        bench.session.set { $0.unfinished = [.test("1", "rose")] }
        let first = bench.observer()
        let second = bench.observer()
        #expect(second.log.isEmpty)
        bench.buy("tulip")
        bench.queue.run()
        #expect(first.log == ["purchased rose", "purchasing tulip", "purchased tulip"])
        #expect(second.log == ["purchasing tulip", "purchased tulip"])
    }

    @Test("Q3: Coming to the foreground delivers the unfinished ones again, in the same objects")
    func foreground() {
        let observer = bench.observer()
        bench.buy("rose")
        bench.queue.run()
        bench.session.set { $0.unfinished = [.test("1", "rose"), .test("9", "tulip")] }
        bench.device.enterForeground()
        bench.queue.run()
        #expect(observer.log.last == "purchased rose, purchased tulip")
        #expect(observer.transactions[1] === observer.transactions[2])
    }

    @Test("A purchase that is being answered is not taken in a second time")
    func noDuplicates() {
        let observer = bench.observer()
        let session = bench.session
        session.set { script in
            script.purchase = { payment, _ in
                session.set { $0.unfinished = [.test("1", payment)] }
                return .purchased(.test("1", payment))
            }
        }
        bench.buy("rose")
        bench.queue.step()
        bench.device.enterForeground()
        bench.queue.run()
        #expect(Set(observer.transactions.map { ObjectIdentifier($0) }).count == 1)
    }

    @Test("Q1: Observers are not retained")
    func weakObservers() {
        weak var gone: RecordingObserver?
        do {
            let observer = bench.observer()
            gone = observer
        }
        #expect(gone == nil)
        #expect(bench.payments.transactionObservers.isEmpty)
    }

    @Test("A removed observer hears nothing, and an observer is added once")
    func removal() {
        let observer = bench.observer()
        bench.payments.add(observer)
        #expect(bench.payments.transactionObservers.count == 1)
        bench.payments.remove(observer)
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log.isEmpty)
    }

    @Test("Q4, Q6: Finishing takes a transaction off the queue, tells the observers and the store; twice is harmless")
    func finishing() throws {
        let observer = bench.observer()
        bench.buy("rose")
        bench.queue.run()
        let transaction = try #require(observer.transactions.last)
        bench.payments.finishTransaction(transaction)
        #expect(observer.log.last == "purchased rose")
        bench.payments.finishTransaction(transaction)
        bench.queue.run()
        #expect(observer.log.last == "removed rose")
        #expect(observer.log.count == 3)
        #expect(bench.session.get(\.finished) == ["1"])
        #expect(bench.payments.transactions.isEmpty)
    }

    @Test("A purchase that is just being finished is not delivered again")
    func finishingRace() throws {
        let observer = bench.observer()
        bench.buy("rose")
        bench.queue.run()
        bench.session.set { $0.unfinished = [.test("1", "rose")] }
        bench.device.enterForeground()
        bench.payments.finishTransaction(try #require(observer.transactions.last))
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "purchased rose", "removed rose"])
    }

    @Test("Q7: A finish that the store did not hear brings the transaction back")
    func lostFinish() throws {
        let observer = bench.observer()
        bench.buy("rose")
        bench.queue.run()
        bench.payments.finishTransaction(try #require(observer.transactions.last))
        bench.queue.run()
        bench.session.set { $0.unfinished = [.test("1", "rose")] }
        bench.device.enterForeground()
        bench.queue.run()
        #expect(observer.log.last == "purchased rose")
    }

    @Test("Q8: Failed transactions stay until they are finished, and need no word to the store")
    func failedStay() throws {
        let observer = bench.observer()
        bench.device.settings.paymentSheet = { _ in .cancel }
        bench.buy("rose")
        bench.queue.run()
        #expect(bench.payments.transactions.count == 1)
        bench.payments.finishTransaction(try #require(observer.transactions.last))
        bench.queue.run()
        #expect(bench.payments.transactions.isEmpty)
        #expect(bench.session.get(\.finished).isEmpty)
    }

    @Test("Q8: Finishing what is still being bought traps, as it raises on Apple's platforms")
    func trap() async {
        await #expect(processExitsWith: .failure) {
            SKPaymentQueue.default().finishTransaction(SKPaymentTransaction())
        }
    }

    @Test("B13: A renewal reaches a running app only at the foreground, unless the device says otherwise")
    func renewals() {
        let observer = bench.observer()
        bench.session.send(.purchased(.test("8", "rose")))
        bench.queue.run()
        #expect(observer.log.isEmpty)
        bench.device.settings.deliversOtherPurchasesAtOnce = true
        bench.session.send(.purchased(.test("9", "rose")))
        bench.session.send(.purchased(.test("9", "rose")))
        bench.queue.run()
        #expect(observer.log == ["purchased rose"])
    }

    @Test("S4: Products that are not owned any more are named once the receipt says so")
    func revocation() {
        let observer = bench.observer()
        bench.session.send(.revoked(productIdentifiers: ["rose"]))
        bench.queue.run()
        #expect(observer.log == ["revoked rose"])
        #expect(bench.receipt == "receipt 1")
    }

    @Test("S1: Observers hear of another storefront")
    func storefront() {
        let observer = bench.observer()
        bench.session.send(.storefrontChanged)
        bench.queue.run()
        #expect(observer.log == ["storefront changed"])
        #expect(bench.payments.storefront?.countryCode == "USA")
    }

    @Test(
        "S3: A purchase begun in the App Store waits for an observer, and is added if one wants it",
        arguments: [true, false]
    )
    func storePurchases(isWanted: Bool) {
        bench.device.beginStorePurchase(productIdentifier: "rose")
        bench.queue.run()
        let observer = RecordingObserver()
        observer.addsStorePayments = isWanted
        bench.payments.add(observer)
        bench.queue.run()
        #expect(observer.log == ["store payment rose"] + (isWanted ? ["purchasing rose", "purchased rose"] : []))
    }

    @Test("S3: A purchase that the customer began while no app ran is asked about at the next launch, once")
    func purchaseIntents() {
        bench.session.set { $0.purchaseIntents = ["tulip", "weed", "rose"] }
        let observer = RecordingObserver()
        observer.addsStorePayments = true
        bench.payments.add(observer)
        bench.queue.run()
        #expect(
            observer.log == [
                "store payment tulip", "store payment rose", "purchasing tulip", "purchasing rose", "purchased tulip",
                "purchased rose",
            ]
        )
        bench.session.send(.promoted)
        bench.queue.run()
        #expect(observer.log.count == 6, "there is no other one")
    }

    @Test("S3: A purchase whose product cannot be looked up now is asked about when the store is back")
    func unreachableIntents() {
        bench.session.set { script in
            script.purchaseIntents = ["rose"]
            script.productsError = URLError(.notConnectedToInternet)
        }
        let observer = bench.observer()
        #expect(observer.log.isEmpty)
        bench.session.set { $0.productsError = nil }
        bench.session.send(.missed)
        bench.queue.run()
        #expect(observer.log == ["store payment rose"])
    }
}
