import AppStoreModels
import Crypto
import Foundation

/// The three parts of a compact JWS.
struct JWSParts {
    private let bytes: [UInt8]
    private let firstDot: Int
    private let secondDot: Int

    init(_ bytes: [UInt8]) throws(TrustError) {
        guard bytes.count <= JWSVerifier.maximumLength else {
            throw TrustError(.tooLarge, "\(bytes.count) bytes; at most \(JWSVerifier.maximumLength) are read")
        }
        guard let firstDot = Self.dot(in: bytes, from: 0), let secondDot = Self.dot(in: bytes, from: firstDot + 1),
            Self.dot(in: bytes, from: secondDot + 1) == nil
        else {
            let count = bytes.count(where: { $0 == UInt8(ascii: ".") }) + 1
            throw TrustError(.malformed, "a JWS has three parts, found \(count)")
        }
        (self.bytes, self.firstDot, self.secondDot) = (bytes, firstDot, secondDot)
        guard firstDot <= JWSVerifier.maximumHeaderLength else {
            throw TrustError(.tooLarge, "the header has \(firstDot) bytes, over \(JWSVerifier.maximumHeaderLength)")
        }
    }

    /// The offset of the next dot. Notifications are long, and `memchr` looks at many bytes at once.
    private static func dot(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { octets in
            guard let base = octets.baseAddress, start < octets.count,
                let found = memchr(base + start, Int32(UInt8(ascii: ".")), octets.count - start)
            else { return nil }
            return base.distance(to: found)
        }
    }

    /// The first part as it is. It is the same for all tokens of one signer, so it serves as the key of the cache.
    var header: ArraySlice<UInt8> { bytes[..<firstDot] }

    /// SHA-256 of what is signed: header and payload with the dot between them.
    func digest() -> SHA256Digest {
        bytes[..<secondDot].withUnsafeBytes { signed in
            var hash = SHA256()
            hash.update(bufferPointer: signed)
            return hash.finalize()
        }
    }

    func signature() throws(TrustError) -> P256.Signing.ECDSASignature {
        let octets = try Self.decode(bytes[(secondDot + 1)...], "signature")
        guard octets.count == 64 else {
            throw TrustError(.signatureInvalid, "an ES256 signature has 64 bytes, found \(octets.count)")
        }
        do {
            return try P256.Signing.ECDSASignature(rawRepresentation: octets)
        } catch {
            throw TrustError(.signatureInvalid, "the signature's numbers are out of range")
        }
    }

    func decodedPayload() throws(TrustError) -> [UInt8] {
        try Self.decode(bytes[(firstDot + 1)..<secondDot], "payload")
    }

    /// Base64url without padding, in the one form an encoder writes: a token then has no second spelling.
    static func decode(_ segment: ArraySlice<UInt8>, _ name: String) throws(TrustError) -> [UInt8] {
        do {
            return try segment.withUnsafeBufferPointer { text throws(Base64.Failure) in
                try Base64.decode(text, .jws)
            }
        } catch {
            throw TrustError(.malformed, "the \(name) of the JWS is not Base64url: \(error)")
        }
    }
}
