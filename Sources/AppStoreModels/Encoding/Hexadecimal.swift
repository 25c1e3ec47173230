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
