import SwiftASN1
import X509

extension CertificateProfile.Role {
    var basicConstraints: BasicConstraints {
        switch self {
        case .root: .isCertificateAuthority(maxPathLength: nil)
        case .intermediate: .isCertificateAuthority(maxPathLength: 0)
        case .leaf: .notCertificateAuthority
        }
    }

    var keyUsage: KeyUsage {
        switch self {
        case .root, .intermediate: KeyUsage(keyCertSign: true, cRLSign: true)
        case .leaf: KeyUsage(digitalSignature: true)
        }
    }

    /// Apple's marker extension for certificates of this kind.
    var marker: ASN1ObjectIdentifier? {
        switch self {
        case .root: nil
        case .intermediate: MarkerExtension.intermediate
        case .leaf: MarkerExtension.receiptSigning
        }
    }
}
