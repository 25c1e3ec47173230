import Foundation
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// Answers the queue's questions.
private final class Delegate: NSObject, SKPaymentQueueDelegate {
    var continues = true
    var showsConsent = true
    private(set) var asked: [String] = []
    var whileAnswering: () -> Void = {}

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        asked.append("\(transaction.payment.productIdentifier) in \(newStorefront.identifier)")
        whileAnswering()
        return continues
    }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
        asked.append("consent")
        return showsConsent
    }
}

/// Rules S1 and S2.
@Suite("What the payment queue asks its delegate") struct QueueQuestionTests {
    let bench = Bench()

    /// The customer moves to another country while the payment sheet is shown.
    private func moveWhileBuying() {
        bench.device.settings.paymentSheet = { [session = bench.session] _ in
            session.set { $0.storefront = "143443" }
            return .confirm
        }
    }

    @Test func `S1: A storefront that changes in the middle of a purchase is put to the delegate, which may refuse`() {
        let delegate = Delegate()
        bench.payments.delegate = delegate
        let observer = bench.observer()
        moveWhileBuying()
        delegate.continues = false
        bench.buy("rose")
        bench.queue.run()
        #expect(delegate.asked == ["rose in 143443"])
        #expect(observer.log == ["purchasing rose", "failed rose"])
        #expect((observer.transactions.last?.error as? SKError)?.code == .storeProductNotAvailable)
        #expect(bench.session.get(\.bought).isEmpty)
        delegate.continues = true
        bench.session.set { $0.storefront = "143441" }
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log.last == "purchased rose")
    }

    @Test(arguments: [(0.5, "purchased rose"), (1.5, "failed rose")])
    func `S1: A delegate that takes longer than a second has refused`(seconds: Double, end: String) {
        let delegate = Delegate()
        bench.payments.delegate = delegate
        let observer = bench.observer()
        moveWhileBuying()
        let time = Locked(0.0)
        bench.device.settings.uptime = { time.withLock { $0 } }
        delegate.whileAnswering = { time.withLock { $0 += seconds } }
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log.last == end)
    }

    @Test func `S1: Without a delegate a purchase goes on in another storefront`() {
        let observer = bench.observer()
        moveWhileBuying()
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log.last == "purchased rose")
    }

    private func raisePrice() {
        bench.session.set { script in
            let sheet = SheetPriceIncrease(productIdentifier: "rose", price: 3, currency: "EUR")
            script.priceIncreases = [SessionPriceIncrease(identifier: "7", sheet: sheet)]
        }
    }

    @Test func `S2: Consent is asked for when the first observer comes, at the foreground, and when a price goes up`() {
        raisePrice()
        let delegate = Delegate()
        bench.payments.delegate = delegate
        let observer = bench.observer()
        #expect(delegate.asked == ["consent"])
        bench.device.enterForeground()
        bench.queue.run()
        #expect(delegate.asked.count == 2)
        bench.session.send(.priceIncreased(subscription: "7", sequence: 1))
        bench.queue.run()
        #expect(delegate.asked.count == 3)
        #expect(bench.session.get(\.answers).isEmpty, "the customer closed the sheet each time")
        #expect(observer.log.isEmpty)
    }

    @Test(arguments: [(PriceIncreaseAnswer.agree, ["7 true"]), (.refuse, ["7 false"]), (.notNow, [])])
    func `S2: What the customer answers on the sheet reaches the store`(answer: PriceIncreaseAnswer, told: [String]) {
        raisePrice()
        let shown = Locked([String]())
        bench.device.settings.priceConsentSheet = { sheet in
            shown.withLock { $0.append("\(sheet.productIdentifier) \(sheet.price) \(sheet.currency)") }
            return answer
        }
        let observer = bench.observer()
        #expect(shown.withLock { $0 } == ["rose 3 EUR"])
        #expect(bench.session.get(\.answers) == told)
        #expect(observer.log.isEmpty)
    }

    @Test func `S2: A delegate may put the sheet off until the app shows it`() {
        raisePrice()
        bench.device.settings.priceConsentSheet = { _ in .agree }
        let delegate = Delegate()
        delegate.showsConsent = false
        bench.payments.delegate = delegate
        let observer = bench.observer()
        #expect(bench.session.get(\.answers).isEmpty)
        bench.payments.showPriceConsentIfNeeded()
        bench.queue.run()
        #expect(bench.session.get(\.answers) == ["7 true"])
        bench.payments.showPriceConsentIfNeeded()
        bench.queue.run()
        #expect(bench.session.get(\.answers) == ["7 true"], "nothing is pending any more")
        #expect(observer.log.isEmpty)
    }
}
