import Crypto
import Foundation

/// A token as the server wants it, drawn by the app: `psr_customer_` and 48 characters of five bits each.
enum CustomerToken {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    private static let length = 48

    /// - Parameter makeUUID: Where chance comes from. Two have 244 bits of it; the hash spreads them evenly.
    static func draw(_ makeUUID: () -> UUID) -> String {
        var hash = SHA256()
        for _ in 0..<2 { withUnsafeBytes(of: makeUUID().uuid) { hash.update(bufferPointer: $0) } }
        let bits = hash.finalize().flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
        let characters = (0..<length).map { index in
            alphabet[bits[(index * 5)..<(index * 5 + 5)].reduce(0) { $0 << 1 | Int($1) }]
        }
        return "psr_customer_" + String(characters)
    }
}
