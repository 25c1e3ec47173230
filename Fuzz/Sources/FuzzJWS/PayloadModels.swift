import AppStoreModels
import Foundation
import FuzzSupport

/// Reads a payload as each of the four kinds it can be, every field of each.
enum PayloadModels {
    static func readAll(_ payload: Data) {
        do {
            let json = try JSONValue(parsing: payload)
            if try JSONValue(parsing: json.jsonData) != json { finding("what was written is read differently") }
        } catch {
            read(error)
        }
        if let transaction = try? TransactionPayload(jsonData: payload) { readTransaction(transaction) }
        if let renewal = try? RenewalInfoPayload(jsonData: payload) { readRenewal(renewal) }
        if let notification = try? NotificationPayload(jsonData: payload) { readNotification(notification) }
        if let app = try? AppTransactionPayload(jsonData: payload) { readApp(app) }
    }

    private static func readTransaction(_ payload: TransactionPayload) {
        read(payload.transactionID, payload.originalTransactionID, payload.webOrderLineItemID, payload.bundleID)
        read(payload.productID, payload.subscriptionGroupID, payload.purchaseDate, payload.originalPurchaseDate)
        read(payload.expiresDate, payload.signedDate, payload.quantity, payload.type, payload.inAppOwnershipType)
        read(payload.environment, payload.storefront, payload.storefrontID, payload.transactionReason, payload.price)
        read(payload.currency, payload.appAccountToken, payload.offerType, payload.offerIdentifier)
        read(payload.offerDiscountType, payload.offerPeriod, payload.isUpgraded, payload.revocationDate)
        read(payload.revocationReason, payload.appTransactionID, payload)
        read(payload.signedDate?.millisecondsSince1970)
    }

    private static func readRenewal(_ payload: RenewalInfoPayload) {
        read(payload.originalTransactionID, payload.productID, payload.autoRenewProductID, payload.autoRenewStatus)
        read(payload.expirationIntent, payload.isInBillingRetryPeriod, payload.gracePeriodExpiresDate)
        read(payload.priceIncreaseStatus, payload.offerType, payload.offerIdentifier, payload.renewalDate)
        read(payload.renewalPrice, payload.currency, payload.recentSubscriptionStartDate, payload.appAccountToken)
        read(payload.environment, payload.signedDate, payload)
    }

    private static func readNotification(_ payload: NotificationPayload) {
        read(payload.notificationType, payload.subtype, payload.notificationUUID, payload.version, payload.signedDate)
        guard let data = payload.data else { return }
        read(data.appAppleID, data.bundleID, data.bundleVersion, data.environment, data.signedTransactionInfo)
        read(data.signedRenewalInfo, data.status, data.consumptionRequestReason, data)
    }

    private static func readApp(_ payload: AppTransactionPayload) {
        read(payload.receiptType, payload.appAppleID, payload.bundleID, payload.applicationVersion)
        read(payload.versionExternalIdentifier, payload.receiptCreationDate, payload.originalPurchaseDate)
        read(payload.originalApplicationVersion, payload.deviceVerification, payload.deviceVerificationNonce)
        read(payload.preorderDate, payload.appTransactionID, payload.originalPlatform, payload)
    }
}
