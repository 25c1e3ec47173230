import Crypto
import X509

/// Serial numbers of certificates that take the place of others: the same each time they are made, so that a responder
/// knows them without having kept anything.
enum DerivedSerial {
    /// Why a certificate was made anew.
    enum Purpose: String {
        case revoked, expired, ocspURL, tls
    }

    /// The serial number of the certificate that takes the place of `certificate`.
    static func of(_ certificate: Certificate, purpose: Purpose, text: String = "") -> Certificate.SerialNumber {
        var hash = SHA256()
        hash.update(data: Array("\(purpose.rawValue) \(text) ".utf8) + Array(certificate.serialNumber.bytes))
        var bytes = Array(hash.finalize().prefix(16))
        // Positive, and never shorter (RFC 5280, 4.1.2.2).
        bytes[0] = bytes[0] & 0x3F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }
}
