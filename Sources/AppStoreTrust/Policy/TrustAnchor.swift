import AppStoreModels
import Crypto
public import Foundation
import SwiftASN1
import X509

/// A certificate that is trusted for itself, known by the SHA-256 of its DER.
///
/// Signed App Store data carries its root along, so the fingerprint is all that must be pinned.
public struct TrustAnchor: Sendable, Hashable, CustomStringConvertible {
    /// SHA-256 of the certificate's DER, 32 bytes.
    public let sha256Fingerprint: Data

    /// Apple Inc. Root: the anchor of receipts.
    ///
    /// https://www.apple.com/certificateauthority, valid until 2035-02-09.
    public static let appleIncRoot = TrustAnchor(
        fingerprint: [
            0xB0, 0xB1, 0x73, 0x0E, 0xCB, 0xC7, 0xFF, 0x45, 0x05, 0x14, 0x2C, 0x49, 0xF1, 0x29, 0x5E, 0x6E,
            0xDA, 0x6B, 0xCA, 0xED, 0x7E, 0x2C, 0x68, 0xC5, 0xBE, 0x91, 0xB5, 0xA1, 0x10, 0x01, 0xF0, 0x24,
        ]
    )

    /// Apple Root CA - G3: the anchor of signed transactions, renewal information and notifications.
    ///
    /// https://www.apple.com/certificateauthority, valid until 2039-04-30.
    public static let appleRootCAG3 = TrustAnchor(
        fingerprint: [
            0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7, 0xBE,
            0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E, 0x91, 0x79,
        ]
    )

    /// An anchor from a certificate's DER.
    ///
    /// - Throws: ``TrustError``, code `certificate-malformed`.
    public init(derEncoded bytes: some DataProtocol) throws(TrustError) {
        let bytes = Array(bytes)
        do {
            _ = try Certificate(limited: bytes)
        } catch {
            throw TrustError(.certificateMalformed, "the anchor is not a certificate: \(error)")
        }
        self.init(encoded: bytes)
    }

    /// An anchor from PEM with exactly one certificate.
    ///
    /// - Throws: ``TrustError``, code `certificate-malformed` or `malformed`.
    public init(pemEncoded text: String) throws(TrustError) {
        let blocks = try PEMBlock.blocks(in: text)
        guard let block = blocks.first, blocks.count == 1, block.label == "CERTIFICATE" else {
            let found = blocks.map(\.label).joined(separator: ", ")
            throw TrustError(.certificateMalformed, "expected one CERTIFICATE block, found [\(found)]")
        }
        try self.init(derEncoded: block.content)
    }

    /// An anchor from DER that is known to be a certificate.
    init(encoded: some DataProtocol) {
        sha256Fingerprint = Data(SHA256.hash(data: encoded))
    }

    private init(fingerprint: [UInt8]) {
        sha256Fingerprint = Data(fingerprint)
    }

    /// The fingerprint in hexadecimal digits.
    public var description: String { sha256Fingerprint.hexadecimal }
}
