import AppStoreModels
import AppStoreTrust
import Foundation

/// How a purchase record is written: its octets without its values.
///
/// Nearly all records of a receipt differ only in their numbers, texts and dates, each as long as in the record before. Such a
/// record need not be walked over: if all octets between the values are those of a record that was, all rules but one hold
/// for it as they held there. The one is that dates are dates, which is looked at again.
///
/// It refers to the receipt's octets and to the masks of ``InAppPurchaseShapes`` by offsets, so that it is copied without
/// counting references: there is one comparison for each of thousands of records.
struct InAppPurchaseShape {
    /// Where the values are; the same in all records of the shape, because they are counted from the record's beginning.
    private let fields: InAppPurchaseFields
    /// The record that was walked.
    private let start: Int
    let length: Int
    /// Where its mask begins: 0xFF for each octet that all records of the shape have, 0 for the others.
    private let mask: Int
    /// Where the dates are, counted from the record's beginning; there are four kinds of them.
    private var dateCount = 0
    private var dateStarts = SIMD4<Int>()
    private var dateLengths = SIMD4<Int>()

    /// The shape of a record of at least ``shortest`` octets that was walked over and found good.
    ///
    /// - Throws: Nothing for such a record.
    init(
        of record: Range<Int>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        fields: InAppPurchaseFields,
        masks: inout [UInt8]
    ) throws(DERFailure) {
        (self.fields, start, length, mask) = (fields, record.lowerBound, record.count, masks.count)
        var added = [UInt8](repeating: 0xFF, count: record.count)
        var attributes = try AttributeCursor(bytes, set: record)
        while let slot = try attributes.next() {
            // No rule looks at the content of what is read, but for dates, and none at anything of what is not.
            let value = slot.type.isReadInPurchase ? try bytes.onlyElement(in: slot.value).content : slot.value
            let place = value.lowerBound - record.lowerBound..<value.upperBound - record.lowerBound
            for offset in place { added[offset] = 0 }
            guard slot.type.isDateOfPurchase, !place.isEmpty else { continue }
            // A fifth date would be a second one of its kind.
            guard dateCount < 4 else { throw .unexpected(at: value.lowerBound) }
            (dateStarts[dateCount], dateLengths[dateCount]) = (place.lowerBound, place.count)
            dateCount += 1
        }
        masks += added
    }

    /// Where the values of a record of the same length are, if it has this shape and its dates are dates; nil means only that
    /// it must be walked.
    @inline(__always)
    func fields(
        of record: Range<Int>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        masks: UnsafeRawBufferPointer
    ) -> InAppPurchaseFields? {
        guard let bytesBase = bytes.baseAddress, let masksBase = masks.baseAddress else { return nil }
        let base = UnsafeRawPointer(bytesBase)
        guard isSame(base + record.lowerBound, base + start, masksBase + mask) else { return nil }
        for date in 0..<dateCount {
            let text = UnsafeBufferPointer(
                start: bytesBase + record.lowerBound + dateStarts[date],
                count: dateLengths[date]
            )
            guard RFC3339.isDate(text) else { return nil }
        }
        return fields.moved(to: record)
    }

    /// Compares sixteen octets at a time; the last sixteen may overlap those before them. All three have ``length`` octets.
    @inline(__always)
    private func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ mask: UnsafeRawPointer) -> Bool {
        let last = length &- Self.shortest
        var difference = Self.difference(left, right, mask, at: last)
        var offset = 0
        while offset < last {
            difference |= Self.difference(left, right, mask, at: offset)
            offset &+= Self.shortest
        }
        return difference == SIMD2<UInt64>()
    }

    @inline(__always)
    private static func difference(
        _ left: UnsafeRawPointer,
        _ right: UnsafeRawPointer,
        _ mask: UnsafeRawPointer,
        at offset: Int
    ) -> SIMD2<UInt64> {
        let left = left.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
        let right = right.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
        return (left ^ right) & mask.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
    }

    /// How many octets a record must have that is compared so.
    static let shortest = 16
}

/// The shapes of a receipt's records, one for each length modulo ``count``: renewals of one product have one length, and a
/// receipt has few products.
struct InAppPurchaseShapes {
    /// In a receipt of fewer records none is worth its making, which takes as long as to walk over some of them.
    private static let leastRecords = 12

    private static let count = 16
    /// Empty where few records are expected, so that nothing is made.
    private var shapes: [InAppPurchaseShape?] = []
    private var masks: [UInt8] = []
    /// The lengths of the records that were walked last: a shape is worth its making only if there are several.
    private var lengths: [Int] = []

    /// Gets ready for about so many records.
    mutating func expect(_ records: Int) {
        guard records >= Self.leastRecords else { return }
        shapes = [InAppPurchaseShape?](repeating: nil, count: Self.count)
        lengths = [Int](repeating: 0, count: Self.count)
    }

    @inline(__always)
    func fields(of record: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> InAppPurchaseFields? {
        guard !shapes.isEmpty, let shape = shapes[record.count % Self.count], shape.length == record.count else {
            return nil
        }
        return masks.withUnsafeBytes { masks in shape.fields(of: record, bytes, masks: masks) }
    }

    /// Takes note of a record that had to be walked.
    mutating func note(_ record: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>, _ fields: InAppPurchaseFields) {
        guard !shapes.isEmpty else { return }
        let place = record.count % Self.count
        guard lengths[place] == record.count else { return lengths[place] = record.count }
        // Not again with the next: records of one length and changing shapes would cost twice what they need. Nor without end.
        lengths[place] = 0
        guard record.count >= InAppPurchaseShape.shortest, masks.count < Self.maximumMasks else { return }
        shapes[place] = try? InAppPurchaseShape(of: record, bytes, fields: fields, masks: &masks)
    }

    /// Masks are kept for the whole receipt; genuine ones need some thousand octets.
    private static let maximumMasks = 65_536
}
