import IAPHelper
import LocalStoreKit
import TestSupport
import Testing

/// Apps decide by these cases without a `default`: one more, or one less, and they compile no longer.
@Suite("The notifications of the tutorial")
struct NotificationCaseTests {
    private func isAboutProduct(_ notification: IAPNotification) -> Bool {
        switch notification {
        case .configurationCantFindInBundle, .configurationCantReadData, .configurationCantDecode,
            .configurationNoProductIds, .configurationEmpty, .configurationSuccess, .configurationFailure,
            .purchasedProductsValidatedAgainstReceipt, .purchasedProductsLoadSuccess, .purchasedProductsLoadFailure,
            .purchaseStarted, .purchaseAbortPurchaseInProgress, .purchaseRestoreStarted, .receiptValidationStarted,
            .receiptBadUrl, .receiptMissing, .receiptLoadSuccess, .receiptLoadFailure, .receiptValidateSigningSuccess,
            .receiptValidateSigningFailure, .receiptReadSuccess, .receiptReadFailure, .receiptRefreshStarted,
            .receiptRefreshSuccess, .receiptRefreshFailure, .receiptProcessingSuccess, .receiptProcessingFailure,
            .receiptValidationSuccess, .receiptValidationFailure, .requestProductsStarted, .requestProductsDidFinish,
            .requestProductsNoProducts, .requestProductsInvalidProducts, .requestProductsSuccess,
            .requestProductsFailure, .requestReceiptRefreshSuccess, .requestReceiptRefreshFailure, .appStoreChanged,
            .appStoreNoProductInfo:
            false
        case .purchaseProductUnavailable(let id), .purchaseInProgress(let id), .purchaseCancelled(let id),
            .purchaseDeferred(let id), .purchaseRestoreSuccess(let id), .purchaseRestoreFailure(let id),
            .purchaseSuccess(let id), .purchaseFailure(let id), .appStoreRevokedEntitlements(let id):
            !id.isEmpty
        }
    }

    @Test("are its 48 cases and no others")
    func cases() {
        #expect(isAboutProduct(.purchaseSuccess(productId: "rose")))
        #expect(!isAboutProduct(.purchaseRestoreStarted))
    }

    @Test("The helper is an observer, and one that is added to the queue by hand hears nothing twice")
    func observer() throws {
        let shop = try HelperShop()
        let helper: any SKPaymentTransactionObserver = shop.helper
        shop.device.perform { SKPaymentQueue.default().add(helper) }
        let told = try shop.buy(SampleShop.greenhouse)
        #expect(told.filter { $0 == .purchaseSuccess(productId: SampleShop.greenhouse) }.count == 1)
    }
}
