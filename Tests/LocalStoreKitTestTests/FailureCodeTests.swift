import Foundation
import LocalStoreKit
import LocalStoreKitTest
import Testing

@Suite("The codes of simulated failures")
struct FailureCodeTests {
    private static let errors: [StoreKitError] = [
        .unknown, .userCancelled, .networkError(URLError(.timedOut)), .systemError(CocoaError(.fileNoSuchFile)),
        .notAvailableInStorefront, .notEntitled, .unsupported,
    ]

    /// What the code of a failure makes, of the same kind.
    private func again<Failure: SKTestFailure>(_ failure: Failure) -> Failure? {
        Failure(_fromErrorCode: failure._errorCode)
    }

    @Test("The code of a failure stands for that failure", arguments: errors)
    func everywhere(error: StoreKitError) {
        #expect(again(SKTestFailures.LoadProducts.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.Purchase.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.AppStoreSync.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.SubscriptionStatus.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.AppTransaction.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.ManageSubscriptions.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.RefundRequest.generic(error)) == .generic(error))
        #expect(again(SKTestFailures.OfferCodeRedeem.generic(error)) == .generic(error))
    }

    @Test("So does that of a failure which one API alone has")
    func own() {
        #expect(again(SKTestFailures.Purchase.purchase(.invalidQuantity)) == .purchase(.invalidQuantity))
        #expect(again(SKTestFailures.RefundRequest.refundRequest(.failed)) == .refundRequest(.failed))
        let unsigned = SKTestFailures.Verification.verification(.invalidSignature)
        #expect(again(unsigned) == unsigned)
    }

    @Test("A code of a failure that an API does not have stands for none of its failures")
    func foreign() {
        let purchase = SKTestFailures.Purchase.purchase(.invalidQuantity)._errorCode
        #expect(SKTestFailures.LoadProducts(_fromErrorCode: purchase) == nil)
        #expect(SKTestFailures.RefundRequest(_fromErrorCode: purchase) == nil)
        let generic = SKTestFailures.LoadProducts.generic(.unknown)._errorCode
        #expect(SKTestFailures.Verification(_fromErrorCode: generic) == nil)
        #expect(SKTestFailures.AppStoreSync(_fromErrorCode: generic) == .generic(.unknown))
    }

    @Test("Codes are equal where the failures are, whichever API they are of")
    func equality() {
        let unknown = SKTestFailures.LoadProducts.generic(.unknown)._errorCode
        #expect(unknown == SKTestFailures.Purchase.generic(.unknown)._errorCode)
        #expect(unknown != SKTestFailures.Purchase.generic(.userCancelled)._errorCode)
        #expect(unknown != SKTestFailures.Purchase.purchase(.productUnavailable)._errorCode)
        let refused = SKTestFailures.Purchase.purchase(.invalidQuantity)._errorCode
        #expect(refused == SKTestFailures.Purchase.purchase(.invalidQuantity)._errorCode)
        #expect(refused != SKTestFailures.Purchase.purchase(.productUnavailable)._errorCode)
    }
}
