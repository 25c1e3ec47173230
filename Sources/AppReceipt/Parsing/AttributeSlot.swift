import AppStoreModels
import AppStoreTrust
import Foundation

/// Where one attribute of a receipt or purchase record lies.
struct AttributeSlot: Sendable {
    let type: ReceiptAttributeType
    let version: Int64
    /// The octets of the value.
    let value: Range<Int>
}

/// Reads the attributes of a set one after the other.
struct AttributeCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var cursor: DERCursor

    init(_ bytes: UnsafeBufferPointer<UInt8>, set: Range<Int>) throws(DERFailure) {
        self.bytes = bytes
        var outer = DERCursor(bytes, set)
        cursor = outer.inside(try outer.next(.set))
        try outer.finish()
    }

    /// The next attribute, nil at the end.
    mutating func next() throws(DERFailure) -> AttributeSlot? {
        guard !cursor.isAtEnd else { return nil }
        var fields = cursor.inside(try cursor.next(.sequence))
        let type = try integer(fields.next(.integer))
        let version = try integer(fields.next(.integer))
        let value = try fields.next(.octetString)
        try fields.finish()
        return AttributeSlot(type: ReceiptAttributeType(rawValue: type), version: version, value: value.content)
    }

    private func integer(_ element: DERElement) throws(DERFailure) -> Int64 {
        guard let value = bytes.integer(element.content) else { throw .unexpected(at: element.start) }
        return value
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The one element that must fill a value.
    func onlyElement(in value: Range<Int>) throws(DERFailure) -> DERElement {
        var cursor = DERCursor(self, value)
        let element = try cursor.next()
        try cursor.finish()
        return element
    }

    /// The content of a value that is a string, nil if it is none. Receipts use both kinds of string.
    func stringContent(in value: Range<Int>) -> Range<Int>? {
        guard let element = try? onlyElement(in: value), element.tag == .utf8String || element.tag == .ia5String else {
            return nil
        }
        return element.content
    }

    /// The number in a value, nil if it is none of at most 64 bits.
    func integerContent(in value: Range<Int>) -> Int64? {
        guard let element = try? onlyElement(in: value), element.tag == .integer else { return nil }
        return integer(element.content)
    }

    func text(_ content: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: self[content]), as: UTF8.self)
    }

    func date(_ content: Range<Int>) -> Date? {
        RFC3339.date(from: UnsafeBufferPointer(rebasing: self[content]))
    }
}
