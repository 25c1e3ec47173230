#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Which addresses of the network are no place for a request that somebody else has named: this machine, its neighbours,
/// and what has no owner. The list is that of the IANA registries for special purposes.
enum PrivateAddress {
    /// Whether an address, written as numbers, is one of them; what cannot be read counts as one.
    static func contains(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return isPrivate(bytes) }
        if inet_pton(AF_INET6, text, &bytes) == 1 { return isPrivateV6(bytes) }
        return true
    }

    private static let ranges: [(prefix: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24),
        (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        let number = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return ranges.contains { number >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
    }

    private static func isPrivateV6(_ bytes: [UInt8]) -> Bool {
        // Unspecified, loopback, mapped and compatible IPv4.
        if bytes.prefix(10).allSatisfy({ $0 == 0 }) {
            guard bytes[10] == 0xFF, bytes[11] == 0xFF else { return true }
            return isPrivate(Array(bytes[12...]))
        }
        // IPv4 inside NAT64 and 6to4.
        if bytes.prefix(4) == [0x00, 0x64, 0xFF, 0x9B] {
            return bytes[4..<12].contains { $0 != 0 } || isPrivate(Array(bytes[12...]))
        }
        if bytes.prefix(2) == [0x20, 0x02] { return isPrivate(Array(bytes[2...])) }
        // Unique local, link-local, site-local, multicast, documentation, Teredo and the rest of 2001::/23.
        return bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80) || bytes[0] == 0xFF
            || bytes.prefix(4) == [0x20, 0x01, 0x0D, 0xB8]
            || (bytes.prefix(2) == [0x20, 0x01] && bytes[2] & 0xFE == 0)
    }
}
