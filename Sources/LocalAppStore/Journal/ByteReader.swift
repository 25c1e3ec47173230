import AppStoreModels
import Foundation

/// Reads what ``ByteWriter`` wrote; never beyond the end, and never a list longer than what is left could hold.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter bytes: Must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    static func damaged(_ what: String) -> StoreError {
        StoreError(.snapshotDamaged, "the snapshot is damaged: \(what); use another copy of it")
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(StoreError) -> Number {
        let field = try take(MemoryLayout<Number>.size)
        return Number(littleEndian: field.loadUnaligned(as: Number.self))
    }

    /// A date in milliseconds since 1970.
    mutating func date() throws(StoreError) -> Date {
        let milliseconds = try number(Int64.self)
        guard let date = Date(checking: milliseconds) else { throw Self.damaged("\(milliseconds) is no date") }
        return date
    }

    /// The number of a date in a packed record.
    mutating func packedDate() throws(StoreError) -> Int64 { try date().millisecondsSince1970 }

    /// The number of an optional date in a packed record.
    mutating func packedDateIfPresent() throws(StoreError) -> Int64 {
        let milliseconds = try number(Int64.self)
        guard milliseconds == NumberedIdentifiers.absent || StoredRange.milliseconds.contains(milliseconds) else {
            throw Self.damaged("\(milliseconds) is no date")
        }
        return milliseconds
    }

    mutating func flag() throws(StoreError) -> Bool {
        switch try number(UInt8.self) {
        case 0: return false
        case 1: return true
        case let other: throw Self.damaged("a flag is \(other)")
        }
    }

    mutating func text() throws(StoreError) -> String {
        let field = try take(Int(try number(UInt32.self)))
        guard let text = String(bytes: field, encoding: .utf8) else { throw Self.damaged("a text is not UTF-8") }
        return text
    }

    mutating func textIfPresent() throws(StoreError) -> String? {
        try flag() ? try text() : nil
    }

    mutating func identifierIfPresent() throws(StoreError) -> UUID? {
        guard try flag() else { return nil }
        return UUID(uuid: try take(16).loadUnaligned(as: uuid_t.self))
    }

    /// How many elements follow.
    ///
    /// - Parameter size: How many bytes an element has at least.
    mutating func count(ofSize size: Int) throws(StoreError) -> Int {
        let count = try number(UInt64.self)
        guard count <= UInt64((bytes.count - position) / size) else {
            throw Self.damaged("a list of \(count) goes beyond the end")
        }
        return Int(count)
    }

    mutating func list<Element>(
        ofSize size: Int,
        _ element: (inout ByteReader) throws(StoreError) -> Element
    ) throws(StoreError) -> [Element] {
        let count = try count(ofSize: size)
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try element(&self)) }
        return list
    }

    /// A value that was written as JSON.
    mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(StoreError) -> Value {
        let data = Data(try take(try count(ofSize: 1)))
        do {
            return try JournalCoding.value(type, from: data)
        } catch {
            throw Self.damaged("a record cannot be read, \(error)")
        }
    }

    private mutating func take(_ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - position else { throw Self.damaged("it ends too early") }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
