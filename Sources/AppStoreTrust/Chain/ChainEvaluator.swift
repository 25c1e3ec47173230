import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// Decides whether a certificate may sign App Store data: a chain of leaf, intermediate and a pinned root, each allowed
/// to do what it does, the first two with Apple's marker extensions.
///
/// The date is left out on purpose: it is compared with ``TrustedSigner/validity`` for each message, so that the rest
/// needs to be computed once for each chain.
struct ChainEvaluator: Sendable {
    let policy: TrustPolicy

    /// Checks the chain of one of the certificates.
    ///
    /// - Parameters:
    ///   - signer: The index of the signer's certificate.
    ///   - certificates: DER of the certificates that came along, in any order.
    /// - Throws: ``TrustError``, one of the codes for certificates and chains.
    func evaluate(signer: Int, of certificates: [ArraySlice<UInt8>]) throws(TrustError) -> TrustedSigner {
        let parsed = try certificates.map { bytes throws(TrustError) in try ChainCertificate(bytes) }
        guard parsed.indices.contains(signer) else { throw TrustError(.signerNotFound, "there is no certificate") }
        let leaf = parsed[signer]
        if policy.selfSignedSigners.contains(leaf.anchor) {
            return try trusted(leaf, chain: [leaf], anchor: leaf.anchor)
        }
        return try path(from: leaf, through: parsed.indices.filter { $0 != signer }.map { parsed[$0] })
    }

    /// Tries every intermediate and root whose names fit. Several may: Apple's first two intermediates share name and key.
    private func path(from leaf: ChainCertificate, through others: [ChainCertificate]) throws(TrustError)
        -> TrustedSigner
    {
        var failure = TrustError(
            .chainInvalid,
            "the certificate of the issuer, \(leaf.certificate.issuer), is not in the message"
        )
        for intermediate in others where intermediate.certificate.subject == leaf.certificate.issuer {
            for root in others where root.certificate.subject == intermediate.certificate.issuer {
                do {
                    return try check(leaf, intermediate, root)
                } catch {
                    failure = error
                }
            }
        }
        throw failure
    }

    private func check(
        _ leaf: ChainCertificate,
        _ intermediate: ChainCertificate,
        _ root: ChainCertificate
    ) throws(TrustError) -> TrustedSigner {
        // The anchor comes first: about data that others signed there is nothing more to say.
        guard policy.anchors.contains(root.anchor) else {
            throw TrustError(
                .anchorUntrusted,
                "the chain ends at \(root.certificate.subject) (SHA-256 \(root.anchor)), which the policy does not trust"
            )
        }
        try root.checkIsAuthority(certificatesBelow: 1)
        try intermediate.checkIsAuthority(certificatesBelow: 0)
        try leaf.checkMaySign()
        try intermediate.checkIsSigned(by: root)
        try leaf.checkIsSigned(by: intermediate)
        try intermediate.checkMarker(MarkerExtension.intermediate)
        try leaf.checkMarker(MarkerExtension.receiptSigning)
        return try trusted(leaf, chain: [leaf, intermediate, root], anchor: root.anchor)
    }

    private func trusted(
        _ leaf: ChainCertificate,
        chain: [ChainCertificate],
        anchor: TrustAnchor
    ) throws(TrustError) -> TrustedSigner {
        TrustedSigner(
            key: try leaf.key(),
            validity: TrustedSigner.Validity(chain.map(\.certificate)),
            hasSHA1Certificates: chain.dropLast().contains {
                $0.certificate.signatureAlgorithm == .sha1WithRSAEncryption
            },
            anchor: anchor,
            subject: String(describing: leaf.certificate.subject),
            chain: chain.map(\.certificate),
            encodedChain: chain.map(\.encoded)
        )
    }
}
