import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import IAPHelper

@Suite("The helper's log", .timeLimit(.minutes(15)))
struct LogTests {
    @Test("What the app logs goes to the helper in use")
    func events() throws {
        let shop = try HelperShop()
        let lines = Locked([String]())
        shop.device.perform {
            IAPHelper.shared.log.sink = { entry in lines.withLock { $0.append(entry.description) } }
            IAPLog.event(.purchaseStarted)
            IAPLog.event(.purchaseStarted, productId: "rose")
            IAPLog.event(.purchaseSuccess(productId: "rose"))
            IAPLog.event("anything")
        }
        let expected = ["Purchase started", "Purchase started: rose", "Purchase succeeded: rose", "anything"]
        #expect(lines.withLock { $0 } == expected)
    }

    @Test("Every notification has words of its own", arguments: LogTests.all)
    func words(notification: IAPNotification) {
        let words = notification.shortDescription()
        #expect(words.count > 8)
        #expect(LogTests.all.filter { $0.shortDescription() == words } == [notification])
        #expect(words.hasSuffix(notification.productId ?? ""))
    }

    @Test("The tutorial's notifications are all there")
    func count() {
        #expect(LogTests.all.count == 48)
    }

    @Test("An entry tells the kind of an error, not its text")
    func discretion() {
        let error = NSError(domain: "Store", code: 7, userInfo: [NSLocalizedDescriptionKey: "flora@example.com"])
        let failure = IAPNotification.purchaseFailure(productId: "rose")
        let entry = IAPLogEntry(notification: failure, productId: nil, message: nil, error: error)
        #expect(entry.description == "Purchase failed: rose (Store 7)")
        let refused = IAPConfigurationError(.notFound, "There is no file")
        let other = IAPLogEntry(notification: .configurationFailure, productId: nil, message: nil, error: refused)
        #expect(other.description == "No product configuration (configuration-not-found)")
        #expect(refused.description == "configuration-not-found: There is no file")
    }

    private static let all: [IAPNotification] = [
        .configurationCantFindInBundle, .configurationCantReadData, .configurationCantDecode,
        .configurationNoProductIds, .configurationEmpty, .configurationSuccess, .configurationFailure,
        .purchasedProductsValidatedAgainstReceipt, .purchasedProductsLoadSuccess, .purchasedProductsLoadFailure,
        .purchaseStarted, .purchaseAbortPurchaseInProgress, .purchaseProductUnavailable(productId: "rose"),
        .purchaseInProgress(productId: "rose"), .purchaseCancelled(productId: "rose"),
        .purchaseDeferred(productId: "rose"), .purchaseRestoreStarted, .purchaseRestoreSuccess(productId: "rose"),
        .purchaseRestoreFailure(productId: "rose"), .purchaseSuccess(productId: "rose"),
        .purchaseFailure(productId: "rose"), .receiptValidationStarted, .receiptBadUrl, .receiptMissing,
        .receiptLoadSuccess, .receiptLoadFailure, .receiptValidateSigningSuccess, .receiptValidateSigningFailure,
        .receiptReadSuccess, .receiptReadFailure, .receiptRefreshStarted, .receiptRefreshSuccess,
        .receiptRefreshFailure, .receiptProcessingSuccess, .receiptProcessingFailure, .receiptValidationSuccess,
        .receiptValidationFailure, .requestProductsStarted, .requestProductsDidFinish, .requestProductsNoProducts,
        .requestProductsInvalidProducts, .requestProductsSuccess, .requestProductsFailure,
        .requestReceiptRefreshSuccess, .requestReceiptRefreshFailure, .appStoreChanged,
        .appStoreRevokedEntitlements(productId: "rose"), .appStoreNoProductInfo,
    ]
}
