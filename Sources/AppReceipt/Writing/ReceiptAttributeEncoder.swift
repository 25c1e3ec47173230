import AppStoreModels
import AppStoreTrust
import Foundation

/// Writes attributes one behind the other, and then as the set that a receipt or a purchase record is.
struct ReceiptAttributeEncoder {
    private var attributes = DERWriter()
    /// Where each of them begins.
    private var starts: [Int] = []

    /// `SET OF ReceiptAttribute` in the order DER demands: ascending by encoding.
    var encoded: [UInt8] {
        attributes.bytes.withUnsafeBytes { bytes in
            let ends = starts.dropFirst() + [bytes.count]
            let sorted = zip(starts, ends).map { UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
                .sorted { $0.precedes($1) }
            return DEREncoder.written { set in
                set.header(.set, length: bytes.count)
                for attribute in sorted { set.encoded(attribute) }
            }
        }
    }

    /// The same in the order in which the attributes were added, as Xcode leaves them.
    var encodedInOrder: [UInt8] { DEREncoder.element(.set, attributes.bytes) }

    mutating func add(_ type: ReceiptAttributeType, version: Int64 = 1, raw value: [UInt8]) {
        add(type, version: version) { $0.encoded(value) }
    }

    mutating func add(_ type: ReceiptAttributeType, text: String) {
        add(type) { $0.element(.utf8String, text: text) }
    }

    mutating func add(_ type: ReceiptAttributeType, integer: Int64) {
        add(type) { $0.integer(integer) }
    }

    mutating func add(_ type: ReceiptAttributeType, ascii: String) {
        add(type) { $0.element(.ia5String, text: ascii) }
    }

    /// A date; nil becomes the empty string that receipts have for "none".
    mutating func add(_ type: ReceiptAttributeType, date: Date?) {
        add(type, ascii: date.map(RFC3339.string(from:)) ?? "")
    }

    /// The value is written where it stays: a receipt has hundreds of attributes.
    private mutating func add(
        _ type: ReceiptAttributeType,
        version: Int64 = 1,
        value: (inout DERWriter) -> Void
    ) {
        starts.append(attributes.bytes.count)
        attributes.element(.sequence) {
            $0.integer(type.rawValue)
            $0.integer(version)
            $0.element(.octetString, around: value)
        }
    }
}
