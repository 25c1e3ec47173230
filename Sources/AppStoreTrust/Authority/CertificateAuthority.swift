public import Foundation

/// Our own authority: it signs receipts and JWS exactly as Apple's does, below a root that only you trust.
///
/// Two chains of three certificates, RSA for receipts and EC for JWS, carry Apple's marker extensions, so that code
/// which verifies Apple's data verifies this data too once the anchors are added:
///
/// ```swift
/// let authority = try CertificateAuthority.make(name: "Acme Test", validFrom: start, validUntil: end)
/// let policy = TrustPolicy.trusting([authority.receiptAnchor, authority.jwsAnchor])
/// ```
///
/// Keep ``pem`` to go on with the same authority later. It holds private keys.
public struct CertificateAuthority: Sendable {
    let receiptChain: CertificateChain
    let jwsChain: CertificateChain
    /// Signs JWS with the EC chain.
    public let jwsSigner: JWSSigner

    init(receiptChain: CertificateChain, jwsChain: CertificateChain) {
        (self.receiptChain, self.jwsChain) = (receiptChain, jwsChain)
        jwsSigner = JWSSigner(chain: jwsChain)
    }

    /// Makes new keys and certificates.
    ///
    /// - Parameters:
    ///   - name: Part of the subject names.
    ///   - validFrom: First moment of validity of all certificates; whole seconds count.
    ///   - validUntil: Last moment of validity.
    ///   - ocspURL: Where an OCSP responder for leaf and intermediate listens; nil for none.
    /// - Throws: ``TrustError``, code `authority`.
    public static func make(
        name: String,
        validFrom: Date,
        validUntil: Date,
        ocspURL: String? = nil
    ) throws(TrustError) -> CertificateAuthority {
        func profile(_ purpose: String) -> CertificateProfile {
            CertificateProfile(
                name: name,
                purpose: purpose,
                validFrom: validFrom,
                validUntil: validUntil,
                ocspURL: ocspURL
            )
        }
        return CertificateAuthority(
            receiptChain: try .make(profile("Receipt"), .rsa),
            jwsChain: try .make(profile("JWS"), .p256)
        )
    }

    /// The anchor of receipts this authority signs.
    public var receiptAnchor: TrustAnchor { TrustAnchor(encoded: receiptChain.root.encoded) }

    /// The anchor of JWS this authority signs.
    public var jwsAnchor: TrustAnchor { TrustAnchor(encoded: jwsChain.root.encoded) }

    /// The root certificate of the receipt chain as PEM, for other verifiers.
    public var receiptRootPEM: String { PEMBlock(label: "CERTIFICATE", content: receiptChain.root.encoded).text }

    /// The root certificate of the JWS chain as PEM, for other verifiers.
    public var jwsRootPEM: String { PEMBlock(label: "CERTIFICATE", content: jwsChain.root.encoded).text }
}

extension CertificateAuthority {
    /// All keys and certificates as one PEM text. Contains private keys: store it where only its owner reads.
    public var pem: String { receiptChain.pem + jwsChain.pem }

    /// Reads what ``pem`` wrote.
    ///
    /// - Throws: ``TrustError``, code `authority`, if blocks are missing or keys do not belong to their certificates.
    public init(pem: String) throws(TrustError) {
        let blocks = try PEMBlock.blocks(in: pem)
        guard blocks.count == 12 else {
            throw TrustError(.authority, "an authority has 12 PEM blocks, found \(blocks.count)")
        }
        self.init(
            receiptChain: try CertificateChain(blocks[..<6], kind: .rsa),
            jwsChain: try CertificateChain(blocks[6...], kind: .p256)
        )
    }
}
