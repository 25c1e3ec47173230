import AppStoreTrust
import Foundation

extension StoreEngine {
    /// The fault of what is signed for an account; for data that is nobody's, one that strikes every account.
    func signingFault(_ kind: StoreFault.Kind, _ account: String?) -> StoreFault? {
        if let account { return fault(kind, account: account) }
        return faults.first { $0.kind == kind && $0.accountID == nil }
    }

    /// What is wrong with the certificate that signs for an account now; nil if nothing is.
    func certificateFlaw(_ account: String?) -> CertificateFlaw? {
        if signingFault(.expiredCertificate, account) != nil { return .expired(at: now.addingTimeInterval(-86_400)) }
        return signingFault(.revokedCertificate, account) == nil ? nil : .revoked
    }
}
