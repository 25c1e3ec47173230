extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Sixteen bytes as a UUID is written, in lower case.
    package var uuidText: String {
        let digits = Array(hexadecimal)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}

extension [UInt8] {
    /// The bytes that two digits each stand for, large or small; nil for an odd number of them, and for anything else: no
    /// signs, no spaces, no digits of other scripts.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.map(\.hexadecimalDigit)
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            append(high << 4 | low)
        }
    }
}

extension UInt8 {
    /// What this character of ASCII is worth as a digit. The standard library's reader of numbers takes a sign, too.
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
