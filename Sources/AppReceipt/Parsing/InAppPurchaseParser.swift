import AppStoreTrust
import Foundation

/// Walks over one purchase record and notes where its values are.
struct InAppPurchaseParser {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func fields(of record: Range<Int>) throws(ReceiptError) -> InAppPurchaseFields {
        var fields = InAppPurchaseFields(record: record)
        do {
            var attributes = try AttributeCursor(bytes, set: record)
            while let slot = try attributes.next() { try take(slot, into: &fields) }
        } catch let error as ReceiptError {
            throw error
        } catch {
            throw ReceiptError(.malformed, "a purchase record is not a set of attributes: \(error)")
        }
        try check(fields)
        return fields
    }

    private func take(_ slot: AttributeSlot, into fields: inout InAppPurchaseFields) throws(ReceiptError) {
        guard fields.markSeen(slot.type) else { throw .duplicate(slot.type) }
        // Numbers instead of their names: this runs for every attribute of every record, and the compiler makes a table
        // of numbers, but a chain of comparisons of names.
        switch slot.type.rawValue {
        case 1701: fields.quantity = try integer(slot)
        case 1702: fields.productID = try text(slot)
        case 1703: fields.transactionID = try text(slot)
        case 1704: fields.purchaseDate = try date(slot)
        case 1705: fields.originalTransactionID = try text(slot)
        case 1706: fields.originalPurchaseDate = try date(slot)
        case 1707: fields.productKind = try integer(slot)
        case 1708: fields.expiresDate = try date(slot)
        case 1710: fields.productItemID = try integer(slot)
        case 1711: fields.webOrderLineItemID = try integer(slot)
        case 1712: fields.cancellationDate = try date(slot)
        case 1713: fields.isTrialPeriod = try integer(slot)
        case 1719: fields.isInIntroOfferPeriod = try integer(slot)
        case 1720: fields.cancellationReason = try integer(slot)
        case 1721: fields.promotionalOfferID = try text(slot)
        case 1722: fields.ownership = try integer(slot)
        default: break
        }
    }

    /// What even Xcode's records have.
    private func check(_ fields: InAppPurchaseFields) throws(ReceiptError) {
        if fields.productID.count == 0 { throw .missing(.productID) }
        if fields.transactionID.count == 0 { throw .missing(.transactionID) }
        if fields.purchaseDate == nil { throw .missing(.purchaseDate) }
        if fields.quantity.isMissing { throw .missing(.quantity) }
    }

    private func text(_ slot: AttributeSlot) throws(ReceiptError) -> InAppPurchaseFields.Span {
        guard let content = bytes.stringContent(in: slot.value) else { throw .wrongKind(slot.type, "a string") }
        return InAppPurchaseFields.Span(content)
    }

    private func integer(_ slot: AttributeSlot) throws(ReceiptError) -> InAppPurchaseFields.Span {
        guard let element = try? bytes.onlyElement(in: slot.value), element.tag == .integer,
            bytes.integer(element.content) != nil
        else { throw .wrongKind(slot.type, "an integer of at most 64 bits") }
        return InAppPurchaseFields.Span(element.content)
    }

    private func date(_ slot: AttributeSlot) throws(ReceiptError) -> Date? {
        try bytes.optionalDate(slot)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The date of an attribute; nil if its string is empty.
    func optionalDate(_ slot: AttributeSlot) throws(ReceiptError) -> Date? {
        guard let content = stringContent(in: slot.value) else { throw .wrongKind(slot.type, "a string with a date") }
        if content.isEmpty { return nil }
        guard let date = date(content) else { throw .wrongKind(slot.type, "an RFC 3339 date") }
        return date
    }
}

extension ReceiptError {
    static func missing(_ type: ReceiptAttributeType) -> ReceiptError {
        ReceiptError(.attributeMissing, "the \(type.descriptor?.name ?? "attribute") (\(type)) is missing")
    }

    static func duplicate(_ type: ReceiptAttributeType) -> ReceiptError {
        ReceiptError(.attributeDuplicate, "the \(type.descriptor?.name ?? "attribute") (\(type)) occurs twice")
    }

    static func wrongKind(_ type: ReceiptAttributeType, _ expected: String) -> ReceiptError {
        ReceiptError(
            .attributeMalformed,
            "the \(type.descriptor?.name ?? "attribute") (\(type)) has an unreadable value",
            expected: expected
        )
    }
}
