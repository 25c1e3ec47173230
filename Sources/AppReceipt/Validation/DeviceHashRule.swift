import AppStoreModels
import Foundation

/// The receipt is bound to one of these devices.
///
/// Several candidates, because a Mac's primary network interface cannot be told with certainty: give the addresses of
/// all built-in ones. On a server leave the rule out: receipts that Apple's servers send are bound to no known device.
public struct DeviceHashRule: ReceiptRule {
    public let id = ReceiptRuleID.deviceHash
    /// The candidates.
    public let devices: [DeviceIdentifier]

    /// A rule for these devices; none at all never matches.
    public init(_ devices: [DeviceIdentifier]) { self.devices = devices }

    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        let hash = Array(receipt.deviceHash)
        let bundleIDValue = receipt.rawValue(of: .bundleID) ?? Data()
        let matches = devices.contains { device in
            DeviceHash.compute(
                device: device.bytes,
                opaqueValue: receipt.opaqueValue,
                bundleIDValue: bundleIDValue
            ) == hash
        }
        guard !matches else { return nil }
        return AppReceiptError(
            .deviceHash,
            "the receipt is bound to another device",
            expected: "the hash of \(devices.map(\.description).joined(separator: " or "))",
            found: hash.hexadecimal
        )
    }
}
