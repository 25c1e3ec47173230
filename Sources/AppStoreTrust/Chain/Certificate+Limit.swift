import SwiftASN1
import X509

extension Certificate {
    /// A longer certificate is refused, in bytes. The App Store's have less than 2 KB.
    static let maximumLength = 16_384

    /// Reads a certificate, unless it is longer than any: two bytes of an element take a hundred of memory as soon as they are
    /// parsed, which is long before a signature says whose they are.
    ///
    /// - Throws: ``TrustError``, code `too-large`, or what the parser found.
    init(limited encoded: [UInt8]) throws {
        guard encoded.count <= Self.maximumLength else {
            throw TrustError(.tooLarge, "it has \(encoded.count) bytes; at most \(Self.maximumLength) are read")
        }
        try self.init(derEncoded: encoded)
    }
}
