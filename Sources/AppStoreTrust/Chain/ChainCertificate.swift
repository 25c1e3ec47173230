import Crypto
import CryptoExtras
import SwiftASN1
import X509

/// One certificate of a chain, with the questions a chain check asks.
struct ChainCertificate: Sendable {
    let certificate: Certificate
    /// The certificate as it came.
    let encoded: [UInt8]
    /// The certificate as an anchor: its fingerprint.
    let anchor: TrustAnchor

    /// Reads a certificate and refuses one that says something critical we do not understand.
    init(_ bytes: ArraySlice<UInt8>) throws(TrustError) {
        encoded = Array(bytes)
        do {
            certificate = try Certificate(limited: encoded)
            try Self.checkSignatureFields(bytes)
        } catch {
            throw TrustError(.certificateMalformed, "a certificate of the message cannot be read: \(error)")
        }
        anchor = TrustAnchor(encoded: bytes)
    }

    /// Demands what X509 leaves out of account: that no bits of the signature are declared unused, or the certificate would
    /// have a second spelling, and that the algorithm is the one that was signed (RFC 5280, 4.1.1.2).
    private static func checkSignatureFields(_ bytes: ArraySlice<UInt8>) throws(DERFailure) {
        try bytes.withUnsafeBufferPointer { pointer throws(DERFailure) in
            var outer = DERCursor(pointer)
            var fields = outer.inside(try outer.next(.sequence))
            var signed = fields.inside(try fields.next(.sequence))
            if signed.nextTag == .context0 { _ = try signed.next() }
            _ = try signed.next(.integer)
            let signedAlgorithm = try signed.next(.sequence)
            let algorithm = try fields.next(.sequence)
            guard pointer[signedAlgorithm.whole].elementsEqual(pointer[algorithm.whole]) else {
                throw .unexpected(at: algorithm.start)
            }
            let signature = try fields.next(.bitString)
            guard signature.count > 1, pointer[signature.contentStart] == 0 else {
                throw .unexpected(at: signature.start)
            }
        }
    }

    /// Demands a certificate authority that may have `certificatesBelow` authorities between itself and the leaf.
    func checkIsAuthority(certificatesBelow: Int) throws(TrustError) {
        try checkCriticalExtensions()
        guard case .isCertificateAuthority(let maximum)? = try basicConstraints() else {
            throw notAllowed("is no certificate authority")
        }
        if let maximum, maximum < certificatesBelow { throw notAllowed("allows too short a chain") }
        if let usage = try keyUsage(), !usage.keyCertSign { throw notAllowed("may not sign certificates") }
    }

    /// Demands a certificate that may sign data and is no authority.
    func checkMaySign() throws(TrustError) {
        try checkCriticalExtensions()
        if case .isCertificateAuthority? = try basicConstraints() {
            throw notAllowed("is an authority and signs data nevertheless")
        }
        if let usage = try keyUsage(), !usage.digitalSignature { throw notAllowed("may not sign data") }
    }

    func checkIsSigned(by issuer: ChainCertificate) throws(TrustError) {
        guard issuer.certificate.publicKey.isValidSignature(certificate.signature, for: certificate) else {
            throw TrustError(.chainInvalid, "\(certificate.subject) is not signed by \(issuer.certificate.subject)")
        }
    }

    func checkMarker(_ marker: ASN1ObjectIdentifier) throws(TrustError) {
        guard certificate.extensions[oid: marker] != nil else {
            throw TrustError(.markerMissing, "\(certificate.subject) lacks the extension \(marker)")
        }
    }

    /// The key, if it is of a kind the App Store uses.
    func key() throws(TrustError) -> TrustedSigner.Key {
        if let key = _RSA.Signing.PublicKey(certificate.publicKey) {
            guard key.keySizeInBits >= 2048 else { throw notAllowed("has an RSA key of \(key.keySizeInBits) bits") }
            return .rsa(key)
        }
        if let key = P256.Signing.PublicKey(certificate.publicKey) { return .p256(key) }
        throw TrustError(.algorithmNotAllowed, "the key of \(certificate.subject) is neither RSA nor P-256")
    }

    private func checkCriticalExtensions() throws(TrustError) {
        for element in certificate.extensions where element.critical {
            guard element.oid == .X509ExtensionID.basicConstraints || element.oid == .X509ExtensionID.keyUsage else {
                throw notAllowed("has a critical extension that is not understood, \(element.oid)")
            }
        }
    }

    private func basicConstraints() throws(TrustError) -> BasicConstraints? {
        do { return try certificate.extensions.basicConstraints } catch { throw unreadable(error) }
    }

    private func keyUsage() throws(TrustError) -> KeyUsage? {
        do { return try certificate.extensions.keyUsage } catch { throw unreadable(error) }
    }

    private func notAllowed(_ what: String) -> TrustError {
        TrustError(.certificateNotAllowed, "\(certificate.subject) \(what)")
    }

    private func unreadable(_ error: any Error) -> TrustError {
        TrustError(.certificateMalformed, "an extension of \(certificate.subject) cannot be read: \(error)")
    }
}
