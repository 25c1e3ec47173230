import AppStoreTrust
import Foundation

/// Walks over the payload of a receipt once: the attributes of the app are noted, each purchase record is indexed.
struct ReceiptPayloadParser {
    struct Index {
        var attributes: [AttributeSlot] = []
        var purchases: [InAppPurchaseRecord] = []
    }

    /// What the pointer points into; records keep it.
    private let owner: [UInt8]
    private let bytes: UnsafeBufferPointer<UInt8>

    /// A parser for `bytes`, which are those of `owner`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, of owner: [UInt8]) { (self.bytes, self.owner) = (bytes, owner) }

    /// More attributes beside the purchases are refused; genuine receipts have some thirty, of ten octets at least.
    static let maximumAttributes = 1_024

    func index(_ payload: Range<Int>) throws(AppReceiptError) -> Index {
        var index = Index()
        index.attributes.reserveCapacity(32)
        var purchases = InAppPurchaseParser(bytes)
        var cursor = try reading { () throws(DERFailure) in try AttributeCursor(bytes, set: payload) }
        while let slot = try reading({ () throws(DERFailure) in try cursor.nextOfReceipt() }) {
            if slot.type.rawValue == 17 {
                if index.purchases.isEmpty {
                    // Room for as many as there are if all are as long as the first: to grow would copy them over and over.
                    let rest = payload.upperBound - slot.value.lowerBound
                    let count = rest / max(64, slot.value.count) + 1
                    index.purchases.reserveCapacity(count)
                    purchases.expect(count)
                }
                let fields = try purchases.fields(of: slot.value)
                index.purchases.append(InAppPurchaseRecord(bytes: owner, fields: fields))
            } else {
                guard index.attributes.count < Self.maximumAttributes else { throw .tooManyAttributes }
                index.attributes.append(slot)
            }
        }
        try check(index.attributes)
        return index
    }

    @inline(__always)
    private func reading<Value>(_ body: () throws(DERFailure) -> Value) throws(AppReceiptError) -> Value {
        do {
            return try body()
        } catch {
            throw .noAttributes("the payload", error)
        }
    }

    private func check(_ attributes: [AttributeSlot]) throws(AppReceiptError) {
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

    private func check(_ slot: AttributeSlot, _ kind: ReceiptAttributeDescriptor.Kind) throws(AppReceiptError) {
        switch kind {
        case .text:
            guard bytes.stringContent(in: slot.value) != nil else { throw .wrongKind(slot.type, "a string") }
        case .integer:
            guard bytes.integerContent(in: slot.value) != nil else {
                throw .wrongKind(slot.type, "an integer of at most 64 bits")
            }
        case .date:
            let hasDate = try bytes.hasDate(slot)
            if !hasDate, slot.type == .creationDate { throw .missing(.creationDate) }
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

extension AppReceiptError {
    @inline(never)
    fileprivate static var tooManyAttributes: AppReceiptError {
        AppReceiptError(
            .tooLarge,
            "the payload has too many attributes",
            expected: "at most \(ReceiptPayloadParser.maximumAttributes) beside the purchases"
        )
    }
}
