import Crypto
import CryptoExtras
import Foundation

extension CertificateAuthority {
    /// Wraps and signs a payload as App Store receipts are: CMS signed data, version 1, certificates in the order
    /// leaf, intermediate, root, `rsaEncryption`, no signed attributes.
    ///
    /// - Parameters:
    ///   - payload: What is signed, as it is.
    ///   - digest: SHA-256 as today, SHA-1 as until 2025.
    /// - Returns: DER of the `ContentInfo`.
    /// - Throws: ``TrustError``, code `authority`, if the key cannot sign.
    public func signCMS(payload: [UInt8], digest: ReceiptDigest = .sha256) throws(TrustError) -> [UInt8] {
        let algorithm = CMSEncoder.algorithm(digest.objectIdentifier)
        let chain = try receiptChain
        return CMSEncoder.signedData(
            digestAlgorithm: algorithm,
            payload: payload,
            certificates: chain.encoded,
            signer: try CMSEncoder.signer(
                certificate: chain.leaf.encoded,
                digestAlgorithm: algorithm,
                signature: try sign(payload, digest, by: chain.leaf)
            )
        )
    }

    /// Wraps and signs a payload as StoreKit testing in Xcode does: with indefinite lengths, by one certificate that signs
    /// itself. It is the root of the receipt chain.
    ///
    /// Who verifies it must name ``receiptAnchor`` among ``TrustPolicy/selfSignedSigners``.
    ///
    /// - Parameters:
    ///   - payload: What is signed, as it is.
    ///   - digest: SHA-256 in all receipts of Xcode that are known.
    /// - Returns: BER of the `ContentInfo`.
    /// - Throws: ``TrustError``, code `authority`, if the key cannot sign.
    package func signXcodeCMS(payload: [UInt8], digest: ReceiptDigest = .sha256) throws(TrustError) -> [UInt8] {
        let algorithm = CMSEncoder.algorithm(digest.objectIdentifier)
        let withRSA =
            switch digest {
            case .sha1: ObjectIdentifiers.sha1WithRSAEncryption
            case .sha256: ObjectIdentifiers.sha256WithRSAEncryption
            }
        let root = try receiptRoot
        return XcodeCMSEncoder.signedData(
            digestAlgorithm: algorithm,
            payload: payload,
            certificate: root.encoded,
            signer: try CMSEncoder.signer(
                certificate: root.encoded,
                digestAlgorithm: algorithm,
                signatureAlgorithm: withRSA,
                signature: try sign(payload, digest, by: root)
            )
        )
    }

    private func sign(
        _ payload: [UInt8],
        _ digest: ReceiptDigest,
        by signer: CertifiedKey
    ) throws(TrustError) -> [UInt8] {
        guard case .rsa(let key) = signer.key else {
            throw TrustError(.authority, "receipts are signed with an RSA key")
        }
        do {
            let signature =
                switch digest {
                case .sha1: try key.signature(for: Insecure.SHA1.hash(data: payload), padding: .insecurePKCS1v1_5)
                case .sha256: try key.signature(for: SHA256.hash(data: payload), padding: .insecurePKCS1v1_5)
                }
            return Array(signature.rawRepresentation)
        } catch {
            throw TrustError(.authority, "the receipt could not be signed: \(error)")
        }
    }
}
