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

extension UnsafeBufferPointer<UInt8> {
    /// The one element that must fill a value.
    @inline(never)
    func onlyElement(in value: Range<Int>) throws(DERFailure) -> DERElement {
        var cursor = DERCursor(self, value)
        let element = try cursor.next()
        try cursor.finish()
        return element
    }

    /// The content of a value that is a string, nil if it is none. Receipts use both kinds of string.
    @inline(__always)
    func stringContent(in value: Range<Int>) -> Range<Int>? {
        if let (tag, content) = shortElement(in: value) {
            return tag == .utf8String || tag == .ia5String ? content : nil
        }
        return longStringContent(in: value)
    }

    @inline(never)
    private func longStringContent(in value: Range<Int>) -> Range<Int>? {
        guard let element = try? onlyElement(in: value), element.tag == .utf8String || element.tag == .ia5String else {
            return nil
        }
        return element.content
    }

    /// The number in a value, nil if it is none of at most 64 bits.
    @inline(never)
    func integerContent(in value: Range<Int>) -> Int64? {
        guard let element = try? onlyElement(in: value), element.tag == .integer else { return nil }
        return integer(element.content)
    }

    /// Whether a value is a number of at most 64 bits.
    @inline(__always)
    func holdsInteger(_ value: Range<Int>) -> Bool {
        if let (tag, content) = shortElement(in: value) { return tag == .integer && 1...8 ~= content.count }
        return integerContent(in: value) != nil
    }

    /// The element that fills a value, if it is shorter than 128 octets, as nearly all are.
    @inline(__always)
    private func shortElement(in value: Range<Int>) -> (tag: DERTag, content: Range<Int>)? {
        let length = value.upperBound &- value.lowerBound &- 2
        guard length >= 0, length < 0x80, self[value.lowerBound &+ 1] == UInt8(truncatingIfNeeded: length) else {
            return nil
        }
        let content = Range(uncheckedBounds: (value.lowerBound &+ 2, value.upperBound))
        return (DERTag(rawValue: self[value.lowerBound]), content)
    }

    func text(_ content: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: self[content]), as: UTF8.self)
    }

    func date(_ content: Range<Int>) -> Date? {
        RFC3339.date(in: UnsafeBufferPointer(rebasing: self[content]))
    }
}
