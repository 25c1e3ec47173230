import Foundation

/// Writes the numbers and texts of a snapshot: numbers little endian, everything else behind its length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ flag: Bool) {
        bytes.append(flag ? 1 : 0)
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ text: String?) {
        write(text != nil)
        if let text { write(text) }
    }

    mutating func write(_ identifier: UUID?) {
        write(identifier != nil)
        if let identifier { withUnsafeBytes(of: identifier.uuid) { bytes.append(contentsOf: $0) } }
    }

    mutating func write<Element>(_ list: [Element], _ writeElement: (inout ByteWriter, Element) -> Void) {
        write(UInt64(list.count))
        for element in list { writeElement(&self, element) }
    }

    /// Any value, as JSON.
    mutating func write(json value: some Encodable) throws(StoreError) {
        do {
            let data = try JournalCoding.data(value)
            write(UInt64(data.count))
            bytes.append(contentsOf: data)
        } catch {
            throw StoreError(.snapshotFailed, "a record cannot be encoded: \(error)")
        }
    }
}
