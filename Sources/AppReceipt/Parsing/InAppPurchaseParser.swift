import AppStoreModels
import AppStoreTrust
import Foundation

/// Walks over one purchase record, checks its values and notes where they are.
struct InAppPurchaseParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var shapes = InAppPurchaseShapes()

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Gets ready for about so many records.
    mutating func expect(_ count: Int) { shapes.expect(count) }

    @inline(__always)
    mutating func fields(of record: Range<Int>) throws(AppReceiptError) -> InAppPurchaseFields {
        if let fields = shapes.fields(of: record, bytes) { return fields }
        let fields = try walkedFields(of: record)
        shapes.note(record, bytes, fields)
        return fields
    }

    @inline(never)
    private func walkedFields(of record: Range<Int>) throws(AppReceiptError) -> InAppPurchaseFields {
        var fields = InAppPurchaseFields(record: record)
        // Which of the known attributes have come, a bit for each; unknown ones may repeat.
        var seen: UInt32 = 0
        var attributes = try reading { () throws(DERFailure) in try AttributeCursor(bytes, set: record) }
        while let slot = try reading({ () throws(DERFailure) in try attributes.next() }) {
            let number = slot.type.rawValue &- 1701
            guard number >= 0, number < 22 else { continue }
            let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: number)
            guard seen & bit == 0 else { throw .duplicate(slot.type) }
            seen |= bit
            if try hasValue(slot, bit) {
                let offset = slot.value.lowerBound &- record.lowerBound
                fields.note(slot.type, at: InAppPurchaseFields.Offset(truncatingIfNeeded: offset))
            }
        }
        try check(fields)
        return fields
    }

    @inline(__always)
    private func reading<Value>(_ body: () throws(DERFailure) -> Value) throws(AppReceiptError) -> Value {
        do {
            return try body()
        } catch {
            throw .noAttributes("a purchase record", error)
        }
    }

    /// Whether an attribute has a value of the right kind. An empty string has none: receipts write "none" so.
    @inline(__always)
    private func hasValue(_ slot: AttributeSlot, _ bit: UInt32) throws(AppReceiptError) -> Bool {
        if bit & Self.integers != 0 {
            guard bytes.holdsInteger(slot.value) else { throw .wrongKind(slot.type, "an integer of at most 64 bits") }
            return true
        }
        if bit & Self.texts != 0 {
            guard let content = bytes.stringContent(in: slot.value) else { throw .wrongKind(slot.type, "a string") }
            return !content.isEmpty
        }
        return bit & Self.dates != 0 ? try bytes.hasDate(slot) : false
    }

    fileprivate static var integers: UInt32 {
        bit(1701) | bit(1707) | bit(1710) | bit(1711) | bit(1713) | bit(1719) | bit(1720) | bit(1722)
    }
    fileprivate static var texts: UInt32 { bit(1702) | bit(1703) | bit(1705) | bit(1721) }
    fileprivate static var dates: UInt32 { bit(1704) | bit(1706) | bit(1708) | bit(1712) }

    @inline(__always)
    private static func bit(_ type: UInt32) -> UInt32 { 1 &<< (type &- 1701) }

    /// What even Xcode's records have.
    private func check(_ fields: InAppPurchaseFields) throws(AppReceiptError) {
        if fields.productID == InAppPurchaseFields.missing { throw .missing(.productID) }
        if fields.transactionID == InAppPurchaseFields.missing { throw .missing(.transactionID) }
        if fields.purchaseDate == InAppPurchaseFields.missing { throw .missing(.purchaseDate) }
        if fields.quantity == InAppPurchaseFields.missing { throw .missing(.quantity) }
    }
}

extension ReceiptAttributeType {
    /// Whether the value of this attribute of a purchase is read.
    var isReadInPurchase: Bool {
        bitInPurchase & (InAppPurchaseParser.integers | InAppPurchaseParser.texts | InAppPurchaseParser.dates) != 0
    }

    /// Whether this is one of the dates of a purchase.
    var isDateOfPurchase: Bool { bitInPurchase & InAppPurchaseParser.dates != 0 }

    private var bitInPurchase: UInt32 { 1701..<1723 ~= rawValue ? 1 << UInt32(rawValue - 1701) : 0 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether an attribute has a date; its string is empty if not.
    func hasDate(_ slot: AttributeSlot) throws(AppReceiptError) -> Bool {
        guard let content = stringContent(in: slot.value) else { throw .wrongKind(slot.type, "a string with a date") }
        if content.isEmpty { return false }
        guard RFC3339.isDate(UnsafeBufferPointer(rebasing: self[content])) else {
            throw .wrongKind(slot.type, "an RFC 3339 date")
        }
        return true
    }
}

// Never inlined: they would crowd the loops above, which hardly ever need them.
extension AppReceiptError {
    @inline(never)
    static func noAttributes(_ what: String, _ failure: DERFailure) -> AppReceiptError {
        AppReceiptError(.malformed, "\(what) is not a set of attributes: \(failure)")
    }

    @inline(never)
    static func missing(_ type: ReceiptAttributeType) -> AppReceiptError {
        AppReceiptError(.attributeMissing, "the \(type.descriptor?.name ?? "attribute") (\(type)) is missing")
    }

    @inline(never)
    static func duplicate(_ type: ReceiptAttributeType) -> AppReceiptError {
        AppReceiptError(.attributeDuplicate, "the \(type.descriptor?.name ?? "attribute") (\(type)) occurs twice")
    }

    @inline(never)
    static func wrongKind(_ type: ReceiptAttributeType, _ expected: String) -> AppReceiptError {
        AppReceiptError(
            .attributeMalformed,
            "the \(type.descriptor?.name ?? "attribute") (\(type)) has an unreadable value",
            expected: expected
        )
    }
}
