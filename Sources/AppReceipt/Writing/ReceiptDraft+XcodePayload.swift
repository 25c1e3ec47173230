import AppStoreTrust
import Foundation

extension ReceiptDraft {
    /// The payload as StoreKit testing in Xcode writes it: the attributes it has, by ascending number, not sorted as DER
    /// demands, and an expiration date that nobody will see.
    package var xcodePayload: [UInt8] {
        let bundleIDValue = DEREncoder.utf8String(bundleID)
        let hash = deviceIdentifier.map { device in
            DeviceHash.compute(device: device.bytes, opaqueValue: opaqueValue, bundleIDValue: bundleIDValue)
        }
        var attributes = ReceiptAttributeEncoder()
        attributes.add(.environment, text: ReceiptEnvironment.xcode.rawValue)
        attributes.add(.appItemID, integer: 0)
        attributes.add(.bundleID, raw: bundleIDValue)
        attributes.add(.appVersion, text: appVersion)
        attributes.add(.opaqueValue, raw: opaqueValue)
        attributes.add(.deviceHash, raw: hash ?? deviceHash)
        attributes.add(.downloadDate, date: nil)
        attributes.add(.creationDate, date: creationDate)
        for purchase in inAppPurchases { attributes.add(.inAppPurchase, raw: purchase.xcodeEncoded) }
        attributes.add(.expirationDate, date: expirationDate ?? Self.xcodeExpirationDate)
        return attributes.encodedInOrder
    }

    /// 4001-01-01T00:00:00Z, in all receipts of Xcode that are known.
    private static let xcodeExpirationDate = Date(timeIntervalSince1970: 64_092_211_200)
}

extension InAppPurchaseDraft {
    /// The record as Xcode writes it: six attributes at most, no original transaction, no kind, no trial.
    var xcodeEncoded: [UInt8] {
        var attributes = ReceiptAttributeEncoder()
        attributes.add(.quantity, integer: quantity)
        attributes.add(.productID, text: productID)
        attributes.add(.transactionID, text: transactionID)
        attributes.add(.purchaseDate, date: purchaseDate)
        if let expiresDate {
            attributes.add(.subscriptionExpiresDate, date: expiresDate)
            attributes.add(.isInIntroOfferPeriod, integer: isInIntroOfferPeriod == true ? 1 : 0)
        }
        return attributes.encodedInOrder
    }
}
