import Foundation

extension Decimal {
    /// Reads a price such as `4.99`: digits, and at most one point. Empty and everything else is nil.
    init?(configurationPrice text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...12).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.count <= 12 && $0.utf8.allSatisfy(\.isDigit) }),
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = value
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
