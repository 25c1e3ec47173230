import Foundation
import Testing

@testable import LocalStoreKit

@Suite("Payments, errors, and what apps subclass")
struct ValueTests {
    @Test("Copies are what their name says and do not share values")
    func copies() throws {
        let payment = SKMutablePayment(product: .test("rose"))
        payment.quantity = 3
        payment.applicationUsername = "flora"
        payment.simulatesAskToBuyInSandbox = true
        let fixed = try #require(payment.copy() as? SKPayment)
        let loose = try #require(fixed.mutableCopy() as? SKMutablePayment)
        payment.quantity = 5
        loose.quantity = 7
        #expect(fixed is SKMutablePayment == false)
        #expect((fixed.quantity, fixed.applicationUsername, fixed.simulatesAskToBuyInSandbox) == (3, "flora", true))
        #expect(loose.quantity == 7)
        #expect(loose.productIdentifier == "rose")
        #expect(SKPayment(product: .test("rose")).quantity == 1)
    }

    @Test("A discount keeps what it was made of")
    func discount() {
        let nonce = UUID()
        let discount = SKPaymentDiscount(
            identifier: "spring",
            keyIdentifier: "key",
            nonce: nonce,
            signature: "c2ln",
            timestamp: 1_700_000_000_123
        )
        #expect(discount.timestamp.int64Value == 1_700_000_000_123)
        #expect(discount.nonce == nonce)
        #expect(SKPaymentDiscount().identifier.isEmpty)
    }

    @Test("An error is used as on Apple's platforms")
    func errors() {
        let error: any Error = SKError(.paymentCancelled, userInfo: [NSLocalizedDescriptionKey: "No."])
        #expect((error as? SKError)?.code == .paymentCancelled)
        #expect((error as NSError).domain == SKErrorDomain)
        #expect((error as NSError).code == SKError.paymentCancelled.rawValue)
        #expect((error as NSError).localizedDescription == "No.")
        do {
            throw error
        } catch SKError.paymentCancelled {
        } catch {
            Issue.record("not caught by its code")
        }
        #expect(SKError(.unknown) == SKError(.unknown))
        #expect(SKError(.unknown) != SKError(.unknown, userInfo: ["a": 1]))
        #expect(SKError(.unknown).hashValue == SKError(.unknown).hashValue)
        #expect(SKError(.unknown).localizedDescription.contains("SKErrorDomain error 0"))
    }

    @Test("A foreign error does not become a code of the store by its number")
    func foreignErrors() {
        #expect(SKError(_nsError: NSError(domain: SKErrorDomain, code: 4)).code == .paymentNotAllowed)
        #expect(SKError(_nsError: NSError(domain: SKErrorDomain, code: 907)).code.rawValue == 907)
        let error = SKError(_nsError: NSError(domain: NSURLErrorDomain, code: 4))
        #expect(error.code == .unknown)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSURLErrorDomain)
    }

    @Test("Every code has its number", arguments: 0...21)
    func codes(number: Int) {
        #expect(SKError.Code(rawValue: number)?.rawValue == number)
    }

    @Test("Numbers of states, units and modes are Apple's")
    func numbers() {
        #expect(SKPaymentTransactionState(rawValue: 3) == .restored)
        #expect(SKProduct.PeriodUnit(rawValue: 2) == .month)
        #expect(SKProductDiscount.PaymentMode(rawValue: 2) == .freeTrial)
        #expect(SKDownloadState(rawValue: 5) == .cancelled)
    }

    @Test("Numbers that have no name yet are values, and stay what they are")
    func unknownNumbers() {
        #expect(SKError.Code(rawValue: 22)?.rawValue == 22)
        #expect(SKError.Code(rawValue: 22) != .unknown)
        #expect(SKPaymentTransactionState(rawValue: 9)?.rawValue == 9)
        #expect(SKProduct.PeriodUnit(rawValue: 4)?.rawValue == 4)
        #expect(SKProductDiscount.PaymentMode(rawValue: 3)?.rawValue == 3)
        #expect(SKProductDiscountType(rawValue: 2)?.rawValue == 2)
        // Apple closed these two: there is nothing but what they name.
        #expect(SKDownloadState(rawValue: 6) == nil)
        #expect(SKProductStorePromotionVisibility(rawValue: 3) == nil)
        switch SKPaymentTransactionState(rawValue: 9) {
        case .purchasing, .purchased, .failed, .restored, .deferred, nil: Issue.record("taken for a known state")
        @unknown default: break
        }
    }

    @Test("An error goes to NSError and back with its code and information", arguments: [0, 2, 21, 907])
    func bridging(code: Int) throws {
        let code = try #require(SKError.Code(rawValue: code))
        let error = SKError(code, userInfo: [NSLocalizedDescriptionKey: "No."])
        #expect(error._nsError.domain == SKErrorDomain)
        #expect(error._nsError.code == code.rawValue)
        #expect(error._nsError.localizedDescription == "No.")
        #expect(SKError(_nsError: error._nsError) == error)
        #expect(SKError(_nsError: error as NSError) == error)
    }

    private final class FakeProduct: SKProduct, @unchecked Sendable {
        override var productIdentifier: String { "fake" }
        override var price: NSDecimalNumber { 4.99 }
        override var subscriptionPeriod: SKProductSubscriptionPeriod? { FakePeriod() }
    }

    private final class FakePeriod: SKProductSubscriptionPeriod, @unchecked Sendable {
        override var numberOfUnits: Int { 3 }
        override var unit: SKProduct.PeriodUnit { .month }
    }

    private final class FakePayment: SKPayment {
        override var productIdentifier: String { "fake" }
        override var quantity: Int { 2 }
    }

    private final class FakeTransaction: SKPaymentTransaction, @unchecked Sendable {
        override var transactionState: SKPaymentTransactionState { .purchased }
        override var payment: SKPayment { FakePayment() }
    }

    private final class FakeQueue: SKPaymentQueue, @unchecked Sendable {
        private(set) var added: [String] = []
        override func add(_ payment: SKPayment) { added.append(payment.productIdentifier) }
    }

    @Test("Tests of apps subclass the classes; overrides count, also when the queue copies a payment")
    func subclasses() {
        #expect(FakeProduct().subscriptionPeriod?.numberOfUnits == 3)
        #expect(FakeTransaction().payment.quantity == 2)
        #expect(FakeTransaction().debugDescription.contains("2 of fake"))
        #expect(SKPayment(product: FakeProduct()).productIdentifier == "fake")
        #expect((FakePayment().copy() as? SKPayment)?.quantity == 2)
        let queue = FakeQueue()
        queue.add(FakePayment())
        #expect(queue.added == ["fake"])
        #expect(SKProductsResponse().products.isEmpty)
        #expect(SKStorefront().countryCode.isEmpty)
        #expect(SKProductDiscount().numberOfPeriods == 0)
        #expect(SKDownload().contentURL == nil)
    }
}
