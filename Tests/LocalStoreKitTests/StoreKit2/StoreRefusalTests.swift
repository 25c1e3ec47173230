import Foundation
import LocalAppStore
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: what a refusal becomes") struct StoreRefusalTests {
    private func text(_ error: any Error) -> String { "\(type(of: error)).\(error)" }

    private static func above(_ code: SKError.Code, _ error: any Error) -> SKError {
        SKError(code, userInfo: [NSUnderlyingErrorKey: error])
    }

    @Test(arguments: [
        (above(.unknown, StoreKitError.unsupported), StoreKitError.unsupported as any Error & Sendable),
        (above(.unknown, StoreKitError.notEntitled), StoreKitError.notEntitled),
        (above(.paymentCancelled, StoreKitError.userCancelled), StoreKitError.userCancelled),
        (
            above(.unknown, Product.PurchaseError.paymentMethodBindingConfigurationRequired),
            Product.PurchaseError.paymentMethodBindingConfigurationRequired
        ),
        (
            SKError(.paymentMethodBindingConfigurationRequired),
            Product.PurchaseError.paymentMethodBindingConfigurationRequired
        ),
        (above(.paymentInvalid, Product.PurchaseError.productUnavailable), Product.PurchaseError.productUnavailable),
        (above(.unknown, Transaction.RefundRequestError.failed), Transaction.RefundRequestError.failed),
        (SKError(StoreError(.ineligibleForOffer, "no")), Product.PurchaseError.ineligibleForOffer),
        (SKError(.unknown), StoreKitError.unknown),
    ])
    func `An error of StoreKit 1 becomes the one that lies beneath it`(
        error: SKError,
        expected: any Error & Sendable
    ) {
        #expect(text(StoreRefusal.error(error)) == text(expected))
    }

    @Test func `Outside of a purchase it is the same`() {
        let error = StoreRefusal.storeKitError(Self.above(.unknown, StoreKitError.unsupported))
        #expect(text(error) == text(StoreKitError.unsupported))
    }

    @Test func `What else lies beneath an unknown error stays beneath`() {
        let error = StoreRefusal.error(Self.above(.unknown, CancellationError()))
        guard case StoreKitError.systemError(let beneath) = error else {
            Issue.record("a system error")
            return
        }
        #expect(beneath is CancellationError)
    }
}
