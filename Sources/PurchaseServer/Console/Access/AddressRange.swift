#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// IP addresses that begin alike: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
package struct AddressRange: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// - Returns: nil if the text is none.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bytes = parts.first.flatMap({ Self.bytes(of: String($0)) }) else { return nil }
        // An IPv4 address stands behind twelve bytes.
        let before = parts[0].contains(":") ? 0 : 96
        guard parts.count == 2 else {
            (self.bytes, bits) = (bytes, 128)
            return
        }
        guard let bits = Int(parts[1]), (0...128 - before).contains(bits), !parts[1].hasPrefix("+") else { return nil }
        (self.bytes, self.bits) = (bytes, before + bits)
    }

    /// What is wrong with a text; nil if it is a range.
    package static func mistake(_ text: String) -> String? {
        AddressRange(text) == nil
            ? "\(text.prefix(100)) is no IP address, and no range of them as 10.0.0.0/8" : nil
    }

    func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address) else { return false }
        let whole = bits / 8
        guard other.prefix(whole) == bytes.prefix(whole) else { return false }
        let rest = bits % 8
        return rest == 0 || (other[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
    }

    /// 16 bytes; those of IPv4 as IPv6 writes them, so that both spellings of one address are the same.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 {
            return [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes.prefix(4)
        }
        bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }
}
