import Foundation

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

    /// What the receipt should look like, in test environments.
    open var receiptProperties: [String: Any]? { properties }

    override var work: @Sendable (LocalDevice) throws -> RequestAnswer {
        { device in
            try device.signIn(for: .receiptRefresh)
            try device.writeReceipt()
            return .done
        }
    }
}

/// Ends an app whose licence has expired.
public func SKTerminateForInvalidReceipt() {
    exit(173)
}
