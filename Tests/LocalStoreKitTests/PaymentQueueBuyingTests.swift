import Foundation
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("Buying through the payment queue")
struct PaymentQueueBuyingTests {
    let bench = Bench()

    @Test("B4: A purchase is purchasing, then purchased; one object changes its state; nothing happens inside add")
    func order() {
        let observer = bench.observer()
        bench.buy("rose")
        #expect(observer.log.isEmpty)
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "purchased rose"])
        #expect(observer.transactions[0] === observer.transactions[1])
        #expect(bench.payments.transactions.count == 1)
    }

    @Test("B5: Identifier and date are there only once it is purchased, an error only if it failed")
    func fields() throws {
        let observer = bench.observer()
        var seen: [String] = []
        observer.onUpdate = { transactions in
            for transaction in transactions {
                seen.append("\(transaction.transactionIdentifier ?? "-") \(transaction.transactionDate == nil)")
            }
        }
        bench.buy("rose")
        bench.queue.run()
        #expect(seen == ["- true", "1 false"])
        let transaction = try #require(observer.transactions.last)
        #expect(transaction.error == nil)
        #expect(transaction.original == nil)
    }

    @Test("B9: The receipt is on the device before the purchase is delivered")
    func receiptFirst() {
        let observer = bench.observer()
        let bench = bench
        var receipts: [String?] = []
        observer.onUpdate = { _ in receipts.append(bench.receipt) }
        bench.buy("rose")
        bench.queue.run()
        #expect(receipts == [nil, "receipt 1"])
    }

    @Test("A receipt that cannot be written does not lose the purchase")
    func receiptProblem() {
        let observer = bench.observer()
        bench.session.set { $0.receiptError = SKError(.unknown) }
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log.last == "purchased rose")
        #expect(bench.device.receiptError is SKError)
    }

    @Test(
        "B6: What the customer and the store refuse fails with the right code",
        arguments: [
            (SheetAnswer.cancel, SKError.Code.paymentCancelled),
            (.fail(SKError(.invalidSignature)), .invalidSignature),
        ]
    )
    func failures(answer: SheetAnswer, code: SKError.Code) throws {
        let observer = bench.observer()
        bench.device.settings.paymentSheet = { _ in answer }
        bench.buy("rose")
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "failed rose"])
        #expect((observer.transactions.last?.error as? SKError)?.code == code)
        #expect(observer.transactions.last?.transactionIdentifier == nil)
        #expect(bench.session.get(\.bought).isEmpty)
    }

    @Test("B1, B12: More than ten, request data, and a restricted device are refused without asking the customer")
    func refused() throws {
        let observer = bench.observer()
        bench.device.settings.paymentSheet = { _ in
            Issue.record("nobody should be asked")
            return .confirm
        }
        bench.buy("rose", quantity: 11)
        let payment = SKMutablePayment(product: .test("rose"))
        payment.requestData = Data([1])
        bench.payments.add(payment)
        bench.queue.run()
        bench.device.settings.canMakePayments = false
        bench.buy("rose")
        bench.queue.run()
        let codes = observer.transactions.compactMap { ($0.error as? SKError)?.code }
        #expect(Set(codes) == [.paymentInvalid, .unauthorizedRequestData, .paymentNotAllowed])
    }

    @Test("B2: The queue copies the payment: changing it afterwards changes nothing")
    func copies() {
        let observer = bench.observer()
        let payment = SKMutablePayment(product: .test("rose"))
        bench.payments.add(payment)
        payment.productIdentifier = "tulip"
        payment.quantity = 9
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "purchased rose"])
        #expect(observer.transactions.first?.payment.quantity == 1)
        #expect(observer.transactions.first?.payment is SKMutablePayment == false)
    }

    @Test("B3: Adding a payment twice buys twice")
    func twice() {
        let observer = bench.observer()
        let payment = SKPayment(product: .test("rose"))
        bench.payments.add(payment)
        bench.payments.add(payment)
        bench.queue.run()
        #expect(bench.session.get(\.bought).count == 2)
        #expect(Set(observer.transactions.map { ObjectIdentifier($0) }).count == 2)
        #expect(bench.payments.transactions.compactMap(\.transactionIdentifier) == ["1", "2"])
    }

    @Test("B4: A deferred purchase is purchased once it is allowed, in the same object")
    func deferred() {
        let observer = bench.observer()
        bench.session.set { $0.purchase = { _, _ in .deferred(pendingIdentifier: "p") } }
        bench.buy("rose")
        bench.queue.run()
        bench.session.send(.completed(pendingIdentifier: "p", .test("7", "rose")))
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "deferred rose", "purchased rose"])
        #expect(Set(observer.transactions.map { ObjectIdentifier($0) }).count == 1)
        #expect(observer.transactions.last?.transactionIdentifier == "7")
    }

    @Test("B4: A deferred purchase that is refused fails; finishing it before does nothing")
    func declined() throws {
        let observer = bench.observer()
        bench.session.set { $0.purchase = { _, _ in .deferred(pendingIdentifier: "p") } }
        bench.buy("rose")
        bench.queue.run()
        bench.payments.finishTransaction(try #require(observer.transactions.last))
        bench.queue.run()
        bench.session.send(.declined(pendingIdentifier: "p"))
        bench.queue.run()
        #expect(observer.log == ["purchasing rose", "deferred rose", "failed rose"])
    }

    @Test("A purchase that was held up in an earlier launch arrives as a new transaction")
    func completedUnasked() {
        let observer = bench.observer()
        bench.session.send(.completed(pendingIdentifier: "old", .test("7", "rose")))
        bench.queue.run()
        #expect(observer.log == ["purchased rose"])
    }

    @Test("B1: An empty product and a quantity of zero trap, as they raise on Apple's platforms")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            let payment = SKMutablePayment()
            payment.productIdentifier = "rose"
            payment.quantity = 0
            SKPaymentQueue.default().add(payment)
        }
        await #expect(processExitsWith: .failure) {
            SKPaymentQueue.default().add(SKPayment())
        }
    }
}
