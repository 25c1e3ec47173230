import AppReceipt
import Foundation
import FuzzSupport

/// The payload of a receipt, without the signature in the way: every value that can be read is read.
private struct Target {
    static let shared = Target()

    private let container: Container

    private init() {
        container = orFinding { try Container(authority: SeedFolder.current.authority()) }
        guard orFinding({ try SeedFolder.current.seeds("payload") }).contains(where: { parse(Array($0)) != nil }) else {
            finding("no seed can be read")
        }
    }

    func run(_ payload: [UInt8]) {
        guard let receipt = parse(payload) else { return }
        readAttributes(of: receipt)
        for purchase in receipt.inAppPurchases { readFields(of: purchase) }
        readLookups(of: receipt)
        read(receipt.verifyReceiptJSON(requestDate: SeedFolder.date))
    }

    private func readAttributes(of receipt: AppReceipt) {
        for attribute in receipt.attributes { read(attribute.name, attribute.value, attribute.type) }
        read(receipt.environment, receipt.appItemID, receipt.bundleID, receipt.appVersion, receipt.opaqueValue)
        read(receipt.deviceHash, receipt.encryptedData6, receipt.encryptedData7, receipt.downloadDate)
        read(receipt.fulfillmentToolVersion, receipt.ageRating, receipt.developerID, receipt.creationDate)
        read(receipt.clientVersion, receipt.deviceModel, receipt.downloadID, receipt.versionExternalID)
        read(receipt.originalPurchaseDate, receipt.originalAppVersion, receipt.expirationDate)
        read(receipt.volumePurchaseDate, receipt.organizationName, receipt.platform, receipt.preorderDate)
    }

    private func readFields(of purchase: InAppPurchaseRecord) {
        if purchase.productID.isEmpty || purchase.transactionID.isEmpty { finding("a record without its names") }
        read(purchase.quantity, purchase.purchaseDate, purchase.originalTransactionID, purchase.originalPurchaseDate)
        read(purchase.productKind, purchase.expiresDate, purchase.productItemID, purchase.webOrderLineItemID)
        read(purchase.cancellationDate, purchase.isTrialPeriod, purchase.isInIntroOfferPeriod, purchase.ownership)
        read(purchase.cancellationReason, purchase.promotionalOfferID, purchase, purchase.attributes)
    }

    private func readLookups(of receipt: AppReceipt) {
        read(receipt, receipt.newestSubscriptionPeriods, receipt.activePurchases(at: SeedFolder.date))
        guard let purchase = receipt.inAppPurchases.first else { return }
        read(receipt.purchases(of: purchase.productID), receipt.newestExpiresDate(of: purchase.productID))
        if !receipt.purchases(originalTransactionID: purchase.chainID).contains(purchase) {
            finding("a purchase is not found by its chain")
        }
    }

    private func parse(_ payload: [UInt8]) -> AppReceipt? { try? AppReceipt(wireForm: container.around(payload)) }
}

@_cdecl("FuzzPayload_main")
public func fuzzPayloadMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    fuzz(count, arguments) { bytes, count in
        let target = Target.shared
        MemoryMeter.measure(inputSize: count) {
            target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
        return 0
    }
}
