import Foundation

/// The values of one member that were read last, by the octets that stood for them: prices, offers, notifications and names are
/// the same in nearly all events.
struct ReadValues<Value: Decodable> {
    private static var limit: Int { 8 }

    private var known: [(octets: [UInt8], value: Value)] = []
    private var next = 0

    init() {}

    /// The value that JSON stands for.
    mutating func value(_ octets: UnsafeRawBufferPointer) throws(JournalScanner.Unusual) -> Value {
        for (read, value) in known where isSame(read, octets) { return value }
        guard let value = try? JournalCoding.value(Value.self, from: octets) else { throw JournalScanner.Unusual() }
        let entry = (Array(octets), value)
        if known.count < Self.limit {
            known.append(entry)
        } else {
            known[next] = entry
            next = (next + 1) % Self.limit
        }
        return value
    }

    private func isSame(_ read: [UInt8], _ octets: UnsafeRawBufferPointer) -> Bool {
        guard read.count == octets.count, let start = octets.baseAddress else { return false }
        return read.withUnsafeBytes { bytes in bytes.baseAddress.map { memcmp($0, start, octets.count) == 0 } ?? false }
    }
}
