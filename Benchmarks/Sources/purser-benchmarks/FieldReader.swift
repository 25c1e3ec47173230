import AppReceipt
import Foundation

/// Reads every typed property, as a program does that copies a receipt into its own model.
enum FieldReader {
    /// Something that depends on every value, so that no read can be left out by the optimiser.
    static func checksum(_ receipt: AppReceipt) -> Int {
        var sum = app(receipt)
        for purchase in receipt.inAppPurchases { sum &+= checksum(purchase) }
        return sum
    }

    private static func app(_ receipt: AppReceipt) -> Int {
        weight(receipt.environment?.rawValue) &+ weight(receipt.appItemID) &+ weight(receipt.bundleID)
            &+ weight(receipt.appVersion) &+ receipt.opaqueValue.count &+ receipt.deviceHash.count
            &+ weight(receipt.downloadDate) &+ weight(receipt.ageRating) &+ weight(receipt.developerID)
            &+ weight(receipt.creationDate) &+ weight(receipt.clientVersion) &+ weight(receipt.deviceModel)
            &+ weight(receipt.downloadID) &+ weight(receipt.versionExternalID) &+ weight(receipt.originalPurchaseDate)
            &+ weight(receipt.originalAppVersion) &+ weight(receipt.expirationDate)
            &+ weight(receipt.volumePurchaseDate) &+ weight(receipt.organizationName) &+ weight(receipt.platform)
            &+ weight(receipt.preorderDate)
    }

    private static func checksum(_ purchase: InAppPurchaseRecord) -> Int {
        let texts =
            weight(purchase.productID) &+ weight(purchase.transactionID) &+ weight(purchase.originalTransactionID)
            &+ weight(purchase.promotionalOfferID)
        let dates =
            weight(purchase.purchaseDate) &+ weight(purchase.originalPurchaseDate) &+ weight(purchase.expiresDate)
            &+ weight(purchase.cancellationDate)
        let numbers =
            weight(purchase.quantity) &+ weight(purchase.productKind?.rawValue) &+ weight(purchase.productItemID)
            &+ weight(purchase.webOrderLineItemID) &+ weight(purchase.ownership)
            &+ weight((purchase.cancellationReason?.rawValue).map(Int64.init))
        let flags = (purchase.isTrialPeriod == true ? 1 : 0) &+ (purchase.isInIntroOfferPeriod == true ? 2 : 0)
        return texts &+ dates &+ numbers &+ flags
    }

    private static func weight(_ text: String?) -> Int { text?.utf8.count ?? 1 }
    private static func weight(_ number: Int64?) -> Int { Int(truncatingIfNeeded: number ?? 1) }
    private static func weight(_ date: Date?) -> Int { date == nil ? 1 : 2 }
}
