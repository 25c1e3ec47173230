/// What each character of Base64 adds to a group of four, which stand for three octets.
enum Base64Groups {
    /// Set in what is no character of the alphabet; the octets stand in the other 24 bits, from the highest on.
    static let foreign: UInt32 = 0x80

    /// What each of the 256 characters adds, first as the first of its group, and last as the fourth: 1024 values.
    ///
    /// - Parameter sextet: What a character stands for, nil if it is none of the alphabet.
    static func table(_ sextet: (UInt8) -> UInt32?) -> [UInt32] {
        [26, 20, 14, 8].flatMap { shift in
            (0...255).map { character in sextet(character).map { $0 << UInt32(shift) } ?? foreign }
        }
    }
}
