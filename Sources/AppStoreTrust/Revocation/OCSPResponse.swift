import Foundation

/// What a responder said, read but not yet believed.
struct OCSPResponse: Sendable {
    /// How the responder names itself.
    enum Responder: Sendable, Hashable {
        /// By its subject, DER.
        case name([UInt8])
        /// By the SHA-1 of its key.
        case key([UInt8])
    }

    /// The status of one certificate.
    struct Single: Sendable {
        let certificate: OCSPCertificateID
        let status: CertificateStatus
        let thisUpdate: Date
        let nextUpdate: Date?
    }

    /// The octets that are signed.
    let signed: [UInt8]
    let responder: Responder
    let producedAt: Date
    let singles: [Single]
    /// The nonce of the question, if the responder sent it back.
    let nonce: [UInt8]?
    /// The content octets of the signature algorithm's identifier.
    let algorithm: [UInt8]
    let signature: [UInt8]
    /// Certificates that came along, DER.
    let certificates: [[UInt8]]
}
