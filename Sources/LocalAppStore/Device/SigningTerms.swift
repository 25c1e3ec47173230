import AppStoreTrust
import Foundation

/// What is the same for all transactions of an account that a device asks for together.
final class SigningTerms: Sendable {
    let issuer: Issuer
    let device: UUID
    /// What is wrong with the certificate that signs; nil if nothing is.
    let flaw: CertificateFlaw?

    init(issuer: Issuer, device: UUID, flaw: CertificateFlaw?) {
        (self.issuer, self.device, self.flaw) = (issuer, device, flaw)
    }
}
