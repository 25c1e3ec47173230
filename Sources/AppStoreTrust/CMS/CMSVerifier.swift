import Crypto
import CryptoExtras
package import Foundation

/// Checks who signed a message. Keep one for long: it remembers the chains it found good.
package struct CMSVerifier: Sendable {
    package let policy: TrustPolicy
    private let cache = TrustedChainCache()

    package init(policy: TrustPolicy) { self.policy = policy }

    /// Checks chain and signature; the validity of the certificates is checked by ``VerifiedCMS/check(signedAt:)`` once
    /// the date inside the payload, now known to be signed, has been read.
    ///
    /// - Throws: ``TrustError``.
    package func verify(_ message: CMSMessage) throws(TrustError) -> VerifiedCMS {
        let index = try message.signerCertificateIndex()
        let signer = try cache.signer(at: index, of: message.octets(message.certificateSet)) { () throws(TrustError) in
            let certificates = message.certificates.map { message.octets($0) }
            return try ChainEvaluator(policy: policy).evaluate(signer: index, of: certificates)
        }
        guard case .rsa(let key) = signer.key else {
            throw TrustError(.algorithmNotAllowed, "the signer's key is not RSA")
        }
        guard isSigned(message, by: key) else {
            throw TrustError(.signatureInvalid, "the signature does not match the content")
        }
        return VerifiedCMS(signer: signer, digest: message.signer.digest, policy: policy)
    }

    private func isSigned(_ message: CMSMessage, by key: _RSA.Signing.PublicKey) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: message.octets(message.signer.signature))
        return message.octets(message.payload).withUnsafeBytes { payload in
            switch message.signer.digest {
            case .sha1:
                var hash = Insecure.SHA1()
                hash.update(bufferPointer: payload)
                return key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5)
            case .sha256:
                var hash = SHA256()
                hash.update(bufferPointer: payload)
                return key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5)
            }
        }
    }
}

/// A message whose signature and chain are good; only the date is still open.
package struct VerifiedCMS: Sendable {
    let signer: TrustedSigner
    let digest: ReceiptDigest
    let policy: TrustPolicy

    /// The anchor at which the chain ends.
    package var anchor: TrustAnchor { signer.anchor }
    /// The subject of the signer's certificate.
    package var signerSubject: String { signer.subject }

    /// Checks that the certificates were valid when the message was signed.
    ///
    /// - Throws: ``TrustError``, code `certificate-expired` or `weak-digest`.
    package func check(signedAt date: Date) throws(TrustError) {
        try signer.check(signedAt: date, usesSHA1: digest == .sha1, policy: policy)
    }
}
