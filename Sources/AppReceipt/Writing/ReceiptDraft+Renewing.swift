public import Foundation

extension ReceiptDraft {
    /// A receipt for the same app, version and device, made anew and without purchases yet.
    ///
    /// This is what a server does that answers an old receipt with the latest one: it does not know the device, so
    /// opaque value and device hash are taken over.
    public init(renewing receipt: AppReceipt, creationDate: Date) {
        bundleID = receipt.bundleID
        appVersion = receipt.appVersion
        deviceHash = Array(receipt.deviceHash)
        opaqueValue = Array(receipt.opaqueValue)
        self.creationDate = creationDate
        environment = receipt.environment ?? .sandbox
        downloadDate = receipt.downloadDate
        appItemID = receipt.appItemID ?? 0
        developerID = receipt.developerID ?? 0
        downloadID = receipt.downloadID ?? 0
        versionExternalID = receipt.versionExternalID ?? 0
        originalPurchaseDate = receipt.originalPurchaseDate ?? originalPurchaseDate
        originalAppVersion = receipt.originalAppVersion ?? originalAppVersion
        ageRating = receipt.ageRating ?? ageRating
        clientVersion = receipt.clientVersion ?? clientVersion
        platform = receipt.platform ?? platform
        expirationDate = receipt.expirationDate
        preorderDate = receipt.preorderDate
        otherAttributes = [ReceiptAttributeType.encryptedData6, .encryptedData7].compactMap { type in
            receipt.rawValue(of: type).map { OtherAttribute(type: type, value: Array($0)) }
        }
    }
}
