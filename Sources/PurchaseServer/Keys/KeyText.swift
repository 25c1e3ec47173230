import Crypto
import Foundation

/// A key as its holder writes it: `psr_secret_`, who it is, what only its holder knows, and a checksum.
///
/// The prefix tells people and scanners of leaked secrets what they look at. The checksum tells a slip of the pen from a
/// foreign key without a look at the database.
struct KeyText: Hashable, Sendable, CustomStringConvertible {
    let kind: KeyKind
    /// Names the key in lists and logs; says nothing about the rest.
    let identifier: String
    /// The whole key.
    let text: String

    /// 50 bits; enough to tell keys apart.
    static let identifierLength = 10
    /// 160 bits.
    static let secretLength = 32
    /// 30 bits.
    static let checksumLength = 6

    /// Five bits each.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
    }

    /// Reads a key; nil if it is none, whatever it may be instead.
    init?(_ text: String) {
        self.init(unchecked: text)
        guard isFreeOfSlips else { return nil }
    }

    /// Reads what looks like a key, without a look at its checksum; nil for what does not even look like one.
    init?(unchecked text: String) {
        guard let kind = KeyKind.allCases.first(where: { text.hasPrefix(Self.prefix(of: $0)) }) else { return nil }
        var contiguous = text
        let identifier = contiguous.withUTF8 { Self.identifier(in: $0[Self.prefix(of: kind).utf8.count...]) }
        guard let identifier else { return nil }
        (self.kind, self.identifier, self.text) = (kind, identifier, text)
    }

    /// - Parameter body: What follows the prefix.
    private static func identifier(in body: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard body.count == identifierLength + secretLength + checksumLength, body.allSatisfy(isLetter) else {
            return nil
        }
        return String(decoding: body.prefix(identifierLength), as: UTF8.self)
    }

    /// A new key.
    init(_ kind: KeyKind, using generator: inout some RandomNumberGenerator) {
        let body = (0..<(Self.identifierLength + Self.secretLength)).map { _ in
            Self.alphabet[Int(generator.next(upperBound: UInt64(Self.alphabet.count)))]
        }
        let unchecked = Self.prefix(of: kind) + String(body)
        self.kind = kind
        identifier = String(body.prefix(Self.identifierLength))
        text = unchecked + Self.checksum(of: unchecked[...])
    }

    /// Whether the checksum is right.
    var isFreeOfSlips: Bool {
        Self.checksum(of: text.dropLast(Self.checksumLength)) == text.suffix(Self.checksumLength)
    }

    /// What is stored in the key's place. 160 bits of chance need no salt and no slow hash: nobody tries them all.
    var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }

    /// Compares in a time that does not depend on where the difference is.
    func matches(digest expected: Data) -> Bool {
        var text = text
        let seen = text.withUTF8 { octets in
            var hash = SHA256()
            hash.update(bufferPointer: UnsafeRawBufferPointer(octets))
            return hash.finalize()
        }
        // Digests are compared with octets in such a way.
        return seen == expected
    }

    /// Without what only the holder knows.
    var description: String { Self.prefix(of: kind) + identifier + "…" }

    private static func prefix(of kind: KeyKind) -> String {
        switch kind {
        case .public: "psr_public_"
        case .secret: "psr_secret_"
        }
    }

    private static func checksum(of text: Substring) -> String {
        let digest = SHA256.hash(data: Data(text.utf8))
        return String(digest.prefix(checksumLength).map { alphabet[Int($0) % alphabet.count] })
    }
}
