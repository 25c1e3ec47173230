#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Which addresses of the network are no place for a request that somebody else has named: this machine, its neighbours,
/// and what has no owner. The lists are those of the IANA registries for special purposes; of IPv6 only the part of which
/// addresses of the internet are given out is no such place, so that what is set aside later is none either.
enum PrivateAddress {
    /// Whether an address, written as numbers, is one of them; what cannot be read counts as one.
    static func contains(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return isPrivate(bytes[..<4]) }
        if inet_pton(AF_INET6, text, &bytes) == 1 { return isPrivateV6(bytes) }
        return true
    }

    /// The first octets of addresses, and how many bits of them count.
    private typealias Block = (prefix: [UInt8], bits: Int)

    private static let blocks: [Block] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// What is given out as addresses of the internet, 2000::/3.
    private static let internetV6: Block = ([0x20], 3)

    /// What of that is not: Teredo and the rest of 2001::/23, and what documentation shows.
    private static let blocksV6: [Block] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),
    ]

    /// Where an address of IPv4 stands in one of IPv6: mapped, translated by NAT64, and 6to4.
    private static let mappings: [Block] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96), ([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96),
        ([0x20, 0x02], 16),
    ]

    private static func isPrivate(_ bytes: ArraySlice<UInt8>) -> Bool {
        blocks.contains { Self.contains($0, bytes) }
    }

    private static func isPrivateV6(_ bytes: [UInt8]) -> Bool {
        if let mapping = mappings.first(where: { contains($0, bytes[...]) }) {
            return isPrivate(bytes[mapping.prefix.count...].prefix(4))
        }
        return !contains(internetV6, bytes[...]) || blocksV6.contains { contains($0, bytes[...]) }
    }

    private static func contains(_ block: Block, _ bytes: ArraySlice<UInt8>) -> Bool {
        zip(block.prefix, bytes).enumerated().allSatisfy { place, pair in
            let rest = block.bits - place * 8
            return rest >= 8 ? pair.0 == pair.1 : (pair.0 ^ pair.1) >> UInt8(8 - rest) == 0
        }
    }
}
