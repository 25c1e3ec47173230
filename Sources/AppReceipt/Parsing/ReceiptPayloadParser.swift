import AppStoreTrust
import Foundation

/// Walks over the payload of a receipt once: the attributes of the app are noted, each purchase record is indexed.
struct ReceiptPayloadParser {
    struct Index {
        var attributes: [AttributeSlot] = []
        var purchases: [InAppPurchaseFields] = []
    }

    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func index(_ payload: Range<Int>) throws(ReceiptError) -> Index {
        var index = Index()
        index.attributes.reserveCapacity(32)
        do {
            var cursor = try AttributeCursor(bytes, set: payload)
            let purchases = InAppPurchaseParser(bytes)
            while let slot = try cursor.next() {
                if slot.type == .inAppPurchase {
                    index.purchases.append(try purchases.fields(of: slot.value))
                } else {
                    index.attributes.append(slot)
                }
            }
        } catch let error as ReceiptError {
            throw error
        } catch {
            throw ReceiptError(.malformed, "the payload is not a set of attributes: \(error)")
        }
        try check(index.attributes)
        return index
    }

    private func check(_ attributes: [AttributeSlot]) throws(ReceiptError) {
        // A bit for each known number, all of which are below 64.
        var seen: UInt64 = 0
        for slot in attributes {
            guard let kind = slot.type.kind else { continue }
            let bit: UInt64 = 1 << UInt64(slot.type.rawValue)
            guard seen & bit == 0 else { throw .duplicate(slot.type) }
            seen |= bit
            try check(slot, kind)
        }
        for required: ReceiptAttributeType in [.bundleID, .appVersion, .opaqueValue, .deviceHash, .creationDate]
        where seen & (1 << UInt64(required.rawValue)) == 0 {
            throw .missing(required)
        }
    }

    private func check(_ slot: AttributeSlot, _ kind: ReceiptAttributeDescriptor.Kind) throws(ReceiptError) {
        switch kind {
        case .text:
            guard bytes.stringContent(in: slot.value) != nil else { throw .wrongKind(slot.type, "a string") }
        case .integer:
            guard bytes.integerContent(in: slot.value) != nil else {
                throw .wrongKind(slot.type, "an integer of at most 64 bits")
            }
        case .date:
            let date = try bytes.optionalDate(slot)
            if date == nil, slot.type == .creationDate { throw .missing(.creationDate) }
        case .bytes, .purchase: break
        }
    }
}

extension ReceiptAttributeType {
    /// What the value of a known attribute of the app holds: ``descriptor`` without its texts, for the reader's loop.
    fileprivate var kind: ReceiptAttributeDescriptor.Kind? {
        switch rawValue {
        case 0, 2, 3, 10, 19, 20, 23: .text
        case 1, 9, 11, 13, 14, 15, 16, 25: .integer
        case 8, 12, 18, 21, 22, 32: .date
        case 4, 5, 6, 7: .bytes
        default: nil
        }
    }
}
