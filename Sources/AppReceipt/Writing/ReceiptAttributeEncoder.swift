import AppStoreModels
import AppStoreTrust
import Foundation

/// Collects attributes and writes them as the set that a receipt or a purchase record is.
struct ReceiptAttributeEncoder {
    private var attributes: [[UInt8]] = []

    /// `SET OF ReceiptAttribute`, sorted.
    var encoded: [UInt8] { DEREncoder.setOf(attributes) }

    /// The same in the order in which the attributes were added, as Xcode leaves them.
    var encodedInOrder: [UInt8] { DEREncoder.element(.set, of: attributes) }

    mutating func add(_ type: ReceiptAttributeType, version: Int64 = 1, raw value: [UInt8]) {
        attributes.append(
            DEREncoder.element(
                .sequence,
                of: [
                    DEREncoder.integer(type.rawValue), DEREncoder.integer(version),
                    DEREncoder.element(.octetString, value),
                ]
            )
        )
    }

    mutating func add(_ type: ReceiptAttributeType, text: String) {
        add(type, raw: DEREncoder.utf8String(text))
    }

    mutating func add(_ type: ReceiptAttributeType, integer: Int64) {
        add(type, raw: DEREncoder.integer(integer))
    }

    mutating func add(_ type: ReceiptAttributeType, ascii: String) {
        add(type, raw: DEREncoder.ia5String(ascii))
    }

    /// A date; nil becomes the empty string that receipts have for "none".
    mutating func add(_ type: ReceiptAttributeType, date: Date?) {
        add(type, ascii: date.map(RFC3339.string(from:)) ?? "")
    }
}
