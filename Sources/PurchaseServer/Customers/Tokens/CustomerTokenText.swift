import Crypto
import Foundation

/// A customer's token as an app shows it: `psr_customer_`, which one it is, and what only its holder knows.
struct CustomerTokenText: Hashable, Sendable, CustomStringConvertible {
    /// Names the token in the database; says nothing about the rest.
    let identifier: String
    /// The whole token.
    let text: String

    private static let prefix = "psr_customer_"
    /// 80 bits; there are more of these than of keys.
    static let identifierLength = 16
    /// 160 bits.
    static let secretLength = 32

    /// Five bits each.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    private static let letters = Set(alphabet)

    /// Reads a token; nil if it is none.
    init?(_ text: String) {
        guard text.utf8.count == Self.prefix.utf8.count + Self.identifierLength + Self.secretLength,
            text.hasPrefix(Self.prefix)
        else { return nil }
        let body = text.dropFirst(Self.prefix.count)
        guard body.allSatisfy(Self.letters.contains) else { return nil }
        identifier = String(body.prefix(Self.identifierLength))
        self.text = text
    }

    /// A new token.
    init(using generator: inout some RandomNumberGenerator) {
        let body = String(
            (0..<(Self.identifierLength + Self.secretLength)).map { _ in
                Self.alphabet[Int(generator.next(upperBound: UInt64(Self.alphabet.count)))]
            }
        )
        identifier = String(body.prefix(Self.identifierLength))
        text = Self.prefix + body
    }

    /// What is stored in the token's place. 160 bits of chance need no salt and no slow hash: nobody tries them all.
    var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }

    /// Compares in a time that does not depend on where the difference is.
    func matches(digest expected: Data) -> Bool {
        let seen = digest
        guard expected.count == seen.count else { return false }
        return zip(expected, seen).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Without what only the holder knows.
    var description: String { Self.prefix + identifier + "…" }
}
