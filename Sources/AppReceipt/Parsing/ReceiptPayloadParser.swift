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
        var seen: Set<ReceiptAttributeType> = []
        for slot in attributes {
            guard let descriptor = slot.type.descriptor else { continue }
            guard seen.insert(slot.type).inserted else { throw .duplicate(slot.type) }
            try check(slot, descriptor.kind)
        }
        for required: ReceiptAttributeType in [.bundleID, .appVersion, .opaqueValue, .deviceHash, .creationDate]
        where !seen.contains(required) {
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
