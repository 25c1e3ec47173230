import Foundation

/// The texts of one member that were read last: all that are the same are one string.
struct ReadTexts {
    private static let limit = 8

    private var known: [String] = []
    private var next = 0

    init() {}

    /// The string of these octets, which are ASCII.
    mutating func string(_ octets: UnsafeRawBufferPointer) -> String {
        for index in known.indices where isSame(index, octets) { return known[index] }
        let string = String(decoding: octets, as: UTF8.self)
        if known.count < Self.limit {
            known.append(string)
        } else {
            known[next] = string
            next = (next + 1) % Self.limit
        }
        return string
    }

    private mutating func isSame(_ index: Int, _ octets: UnsafeRawBufferPointer) -> Bool {
        guard known[index].utf8.count == octets.count else { return false }
        guard let start = octets.baseAddress, !octets.isEmpty else { return true }
        return known[index].withUTF8 { $0.baseAddress.map { memcmp($0, start, octets.count) == 0 } ?? false }
    }
}
