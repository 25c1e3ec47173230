import AppStoreTrust
public import Foundation

extension AppReceipt {
    /// What kind of store made the receipt (0): a claim that never decides whom to trust. Nil if it is missing.
    ///
    /// Evidence: Apple's `verifyReceipt` calls it `receipt_type`.
    public var environment: ReceiptEnvironment? { text(.environment).map(ReceiptEnvironment.init(rawValue:)) }

    /// The app's number in the App Store (1); 0 outside production.
    ///
    /// Evidence: Apple's `verifyReceipt` answers call it `adam_id` and `app_item_id`.
    public var appItemID: Int64? { integer(.appItemID) }

    /// The app's bundle identifier (2). Documented by Apple.
    public var bundleID: String { text(.bundleID) ?? "" }

    /// `CFBundleVersion`, on macOS and Mac Catalyst `CFBundleShortVersionString` (3). Documented by Apple.
    public var appVersion: String { text(.appVersion) ?? "" }

    /// Random bytes that take part in the device hash (4). Documented by Apple.
    public var opaqueValue: Data { bytes(.opaqueValue) ?? Data() }

    /// SHA-1 over device identifier, opaque value and bundle identifier (5). Documented by Apple.
    public var deviceHash: Data { bytes(.deviceHash) ?? Data() }

    /// Encrypted bytes (6); nobody knows what for. In all App Store receipts, never in Xcode's.
    public var encryptedData6: Data? { bytes(.encryptedData6) }

    /// Encrypted bytes (7); nobody knows what for. In all App Store receipts, never in Xcode's.
    public var encryptedData7: Data? { bytes(.encryptedData7) }

    /// When this copy of the app was downloaded or updated (8); nil in sandbox and Xcode.
    ///
    /// Evidence: in production it equals the creation date of a fresh receipt and stays when the receipt is made anew.
    public var downloadDate: Date? { date(.downloadDate) }

    /// The version of the server that made the receipt (9), four ASCII characters such as `P305`.
    ///
    /// Evidence: grows over the years in all genuine receipts.
    public var fulfillmentToolVersion: String? {
        integer(.fulfillmentToolVersion).map { number in
            let octets = withUnsafeBytes(of: number.bigEndian) { Array($0.drop { $0 == 0 }) }
            guard octets.count == 4, octets.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return String(number) }
            return String(decoding: octets, as: UTF8.self)
        }
    }

    /// The age rating, `4+` to `17+` (10); always `4+` in the sandbox. Evidence: all genuine receipts.
    public var ageRating: String? { text(.ageRating) }

    /// The developer's number, as in the `pt=` of App Store links (11); 0 outside production. Evidence: observed.
    public var developerID: Int64? { integer(.developerID) }

    /// When the receipt was made (12): the date at which certificates are judged. Documented by Apple.
    public var creationDate: Date { date(.creationDate) ?? .distantPast }

    /// The version of the client (13) in decimal digits: 180302 is iOS 18.3.2; on macOS that of the Mac App Store.
    ///
    /// Evidence: consistent in all genuine receipts.
    public var clientVersion: Int64? { integer(.clientVersion) }

    /// A number for the model of the device (14), 1 on every Mac. The meaning is inferred.
    public var deviceModel: Int64? { integer(.deviceModel) }

    /// The number of the download (15); 0 outside production. Evidence: `download_id` of `verifyReceipt`.
    public var downloadID: Int64? { integer(.downloadID) }

    /// The App Store's number of the app version (16); 0 outside production.
    ///
    /// Evidence: `version_external_identifier` of `verifyReceipt`.
    public var versionExternalID: Int64? { integer(.versionExternalID) }

    /// When the account first got the app (18); always 2013-08-01T07:00:00Z in the sandbox, missing in Xcode.
    ///
    /// Evidence: `original_purchase_date` of `verifyReceipt`.
    public var originalPurchaseDate: Date? { date(.originalPurchaseDate) }

    /// The version the account first got (19); always `1.0` in the sandbox, missing in Xcode. Documented by Apple.
    public var originalAppVersion: String? { text(.originalAppVersion) }

    /// When the receipt expires (21): volume purchases; Xcode writes the year 4001. Documented by Apple.
    public var expirationDate: Date? { date(.expirationDate) }

    /// A date in receipts of volume purchases (22). Reported by others.
    public var volumePurchaseDate: Date? { date(.volumePurchaseDate) }

    /// The organisation of a volume purchase (23). Reported by others.
    public var organizationName: String? { text(.organizationName) }

    /// The kind of platform (25): 2 for macOS, 3 for iOS and watchOS. Evidence: all genuine receipts.
    public var platform: Int64? { integer(.platform) }

    /// When the app was pre-ordered (32). Reported by others, as `preorder_date` of `verifyReceipt`.
    public var preorderDate: Date? { date(.preorderDate) }
}

extension AppReceipt {
    /// The octets of an attribute of the app, nil if it is missing.
    public func rawValue(of type: ReceiptAttributeType) -> Data? { bytes(type) }

    private func slot(_ type: ReceiptAttributeType) -> AttributeSlot? { slots.first { $0.type == type } }

    private func bytes(_ type: ReceiptAttributeType) -> Data? { slot(type).map { Data(message.octets($0.value)) } }

    /// Nil if the attribute is missing or empty, which receipts use for "none".
    private func text(_ type: ReceiptAttributeType) -> String? {
        read(type) { pointer, value in
            pointer.stringContent(in: value).flatMap { $0.isEmpty ? nil : pointer.text($0) }
        }
    }

    private func integer(_ type: ReceiptAttributeType) -> Int64? {
        read(type) { pointer, value in pointer.integerContent(in: value) }
    }

    private func date(_ type: ReceiptAttributeType) -> Date? {
        read(type) { pointer, value in
            pointer.stringContent(in: value).flatMap { pointer.date($0) }
        }
    }

    private func read<Value>(
        _ type: ReceiptAttributeType,
        _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Value?
    ) -> Value? {
        guard let slot = slot(type) else { return nil }
        return message.bytes.withUnsafeBufferPointer { body($0, slot.value) }
    }
}
