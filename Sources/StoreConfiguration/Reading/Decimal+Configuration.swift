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

    /// The price as Xcode writes it: a point and at least two digits after it.
    var configurationPrice: String {
        let text = description
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        let fraction = text.distance(from: point, to: text.endIndex) - 1
        return text + String(repeating: "0", count: max(0, 2 - fraction))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
