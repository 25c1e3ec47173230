/// Damages bytes as storage, networks and attackers do.
public enum Mutation {
    /// Applies one to three random changes.
    public static func mutate(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) { change(&bytes, &generator) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &generator)) }
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, position + Int.random(in: 1...32, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        // Lengths and tags that mean something to a BER reader.
        case 2:
            bytes[position] =
                [0x00, 0x24, 0x30, 0x31, 0x7F, 0x80, 0x82, 0x84, 0x88, 0xFF].randomElement(using: &generator) ?? 0
        case 3: bytes.removeSubrange(position..<end)
        case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
        case 5: bytes.removeLast(bytes.count - position)
        case 6: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
        default:
            let target = Int.random(in: 0..<bytes.count, using: &generator)
            for (offset, byte) in bytes[position..<end].enumerated() where target + offset < bytes.count {
                bytes[target + offset] = byte
            }
        }
    }
}
