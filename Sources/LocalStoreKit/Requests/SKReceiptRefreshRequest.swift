import Foundation
import LocalAppStore

/// Whether a test receipt is expired: a key of ``SKReceiptRefreshRequest/receiptProperties``.
public let SKReceiptPropertyIsExpired = "expired"
/// Whether a test receipt is revoked: a key of ``SKReceiptRefreshRequest/receiptProperties``.
public let SKReceiptPropertyIsRevoked = "revoked"
/// Whether a test receipt is of the Volume Purchase Plan: a key of ``SKReceiptRefreshRequest/receiptProperties``.
public let SKReceiptPropertyIsVolumePurchase = "volume"

/// Has the store write the current receipt.
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?

    /// A request for a receipt with `properties`.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
        super.init()
    }

    /// A request for the receipt as it is.
    public override init() {
        properties = nil
        super.init()
    }

    /// What the receipt should look like, in test environments; see the keys `SKReceiptProperty…`.
    open var receiptProperties: [String: Any]? { properties }

    override var work: @Sendable (LocalDevice) throws -> RequestAnswer {
        let wanted = ReceiptProperties(properties ?? [:])
        return { device in
            try device.signIn(for: .receiptRefresh)
            try device.receipt.write(wanted)
            return .done
        }
    }
}

extension ReceiptProperties {
    /// Reads the properties as Apple documents them: numbers that are true or not; anything else is ignored.
    fileprivate init(_ properties: [String: Any]) {
        func isSet(_ key: String) -> Bool {
            (properties[key] as? Bool) ?? (properties[key] as? NSNumber)?.boolValue ?? false
        }
        self.init(
            isExpired: isSet(SKReceiptPropertyIsExpired),
            isRevoked: isSet(SKReceiptPropertyIsRevoked),
            isVolumePurchase: isSet(SKReceiptPropertyIsVolumePurchase)
        )
    }
}

/// Ends an app whose licence has expired.
public func SKTerminateForInvalidReceipt() {
    exit(173)
}
