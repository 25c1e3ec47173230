import AppStoreTrust

extension ReceiptDraft {
    /// The payload that is signed: all attributes as the App Store writes them, the empty ones too.
    public var payload: [UInt8] {
        var attributes = ReceiptAttributeEncoder()
        addIdentity(to: &attributes)
        addDates(to: &attributes)
        attributes.add(.appItemID, integer: appItemID)
        attributes.add(.fulfillmentToolVersion, integer: Self.fulfillmentToolVersion)
        attributes.add(.ageRating, ascii: ageRating)
        attributes.add(.developerID, integer: developerID)
        attributes.add(.clientVersion, integer: clientVersion)
        attributes.add(.deviceModel, integer: 1)
        attributes.add(.downloadID, integer: downloadID)
        attributes.add(.versionExternalID, integer: versionExternalID)
        attributes.add(.originalAppVersion, text: originalAppVersion)
        attributes.add(.reserved20, text: "")
        attributes.add(.platform, integer: platform)
        for purchase in inAppPurchases { attributes.add(.inAppPurchase, raw: purchase.encoded) }
        for other in otherAttributes { attributes.add(other.type, raw: other.value) }
        return attributes.encoded
    }

    /// `P305`, as servers of 2025 wrote it.
    private static let fulfillmentToolVersion: Int64 = 0x5033_3035

    private func addIdentity(to attributes: inout ReceiptAttributeEncoder) {
        let bundleIDValue = DEREncoder.utf8String(bundleID)
        let hash = deviceIdentifier.map { device in
            DeviceHash.compute(device: device.bytes, opaqueValue: opaqueValue, bundleIDValue: bundleIDValue)
        }
        attributes.add(.environment, text: environment.rawValue)
        attributes.add(.bundleID, raw: bundleIDValue)
        attributes.add(.appVersion, text: appVersion)
        attributes.add(.opaqueValue, version: 2, raw: opaqueValue)
        attributes.add(.deviceHash, raw: hash ?? deviceHash)
    }

    private func addDates(to attributes: inout ReceiptAttributeEncoder) {
        attributes.add(.downloadDate, date: downloadDate)
        attributes.add(.creationDate, date: creationDate)
        attributes.add(.originalPurchaseDate, date: originalPurchaseDate)
        if let expirationDate { attributes.add(.expirationDate, date: expirationDate) }
        if let preorderDate { attributes.add(.preorderDate, date: preorderDate) }
    }
}
