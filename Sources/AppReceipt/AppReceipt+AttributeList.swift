import AppStoreTrust
import Foundation

extension AppReceipt {
    /// All attributes in the order of the receipt, those of unknown meaning too, with purchase records as
    /// ``ReceiptAttribute/Value/purchase(_:)``.
    public var attributes: [ReceiptAttribute] {
        AttributeListReader(bytes: message.bytes).attributes(in: message.payload)
    }
}

extension InAppPurchaseRecord {
    /// All attributes of the record in its order, those of unknown meaning too.
    public var attributes: [ReceiptAttribute] {
        AttributeListReader(bytes: bytes).attributes(in: fields.record)
    }
}

/// Makes values of the attributes of a set that has been checked before.
struct AttributeListReader {
    let bytes: [UInt8]

    func attributes(in set: Range<Int>) -> [ReceiptAttribute] {
        bytes.withUnsafeBufferPointer { pointer in
            guard var cursor = try? AttributeCursor(pointer, set: set) else { return [] }
            var list: [ReceiptAttribute] = []
            while let slot = try? cursor.next() {
                list.append(
                    ReceiptAttribute(
                        type: slot.type,
                        version: slot.version,
                        rawValue: Data(pointer[slot.value]),
                        value: value(of: slot, in: pointer)
                    )
                )
            }
            return list
        }
    }

    private func value(of slot: AttributeSlot, in pointer: UnsafeBufferPointer<UInt8>) -> ReceiptAttribute.Value {
        let raw = ReceiptAttribute.Value.bytes(Data(pointer[slot.value]))
        switch slot.type.descriptor?.kind {
        case .text:
            return pointer.stringContent(in: slot.value).map { $0.isEmpty ? .empty : .text(pointer.text($0)) } ?? raw
        case .integer:
            return pointer.integerContent(in: slot.value).map { .integer($0) } ?? raw
        case .date:
            guard let content = pointer.stringContent(in: slot.value) else { return raw }
            return content.isEmpty ? .empty : pointer.date(content).map { .date($0) } ?? raw
        case .purchase:
            return .purchase(attributes(in: slot.value))
        case .bytes, nil:
            return raw
        }
    }
}
