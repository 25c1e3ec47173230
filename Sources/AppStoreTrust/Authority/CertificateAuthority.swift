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
    /// RSA keys take a while, so this chain may be made when it is first needed; its root alone signs Xcode's receipts.
    private let receiptKeys: (root: Deferred<CertifiedKey>, chain: Deferred<CertificateChain>)
    let jwsChain: CertificateChain
    /// Signs JWS with the EC chain.
    public let jwsSigner: JWSSigner
    private let xcodeSigner: Deferred<JWSSigner>

    init(receiptChain: CertificateChain, jwsChain: CertificateChain) {
        receiptKeys = (Deferred(made: receiptChain.root), Deferred(made: receiptChain))
        self.jwsChain = jwsChain
        jwsSigner = JWSSigner(chain: jwsChain)
        xcodeSigner = Self.xcodeSigner(jwsChain)
    }

    private init(receiptProfile: CertificateProfile, jwsChain: CertificateChain) {
        let root = Deferred { () throws(TrustError) in try receiptProfile.makeRoot(.rsa) }
        let chain = Deferred { () throws(TrustError) in try receiptProfile.makeChain(.rsa, below: root.value()) }
        receiptKeys = (root, chain)
        self.jwsChain = jwsChain
        jwsSigner = JWSSigner(chain: jwsChain)
        xcodeSigner = Self.xcodeSigner(jwsChain)
    }

    private static func xcodeSigner(_ chain: CertificateChain) -> Deferred<JWSSigner> {
        Deferred { JWSSigner(xcodeRoot: chain.root) }
    }

    /// The chain that signs receipts.
    var receiptChain: CertificateChain { get throws(TrustError) { try receiptKeys.chain.value() } }

    /// Its root.
    var receiptRoot: CertifiedKey { get throws(TrustError) { try receiptKeys.root.value() } }

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
        let authority = try CertificateAuthority.withReceiptKeysLater(
            name: name,
            validFrom: validFrom,
            validUntil: validUntil,
            ocspURL: ocspURL
        )
        _ = try authority.receiptChain
        return authority
    }

    /// The same, but the keys for receipts are made when the first receipt is. If that fails nothing can be signed with
    /// them, and ``receiptAnchor`` is one that no certificate has.
    package static func withReceiptKeysLater(
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
        let jws = profile("JWS")
        return CertificateAuthority(
            receiptProfile: profile("Receipt"),
            jwsChain: try jws.makeChain(.p256, below: jws.makeRoot(.p256))
        )
    }

    private var encodedReceiptRoot: [UInt8] { (try? receiptRoot.encoded) ?? [] }

    /// The anchor of receipts this authority signs.
    public var receiptAnchor: TrustAnchor { TrustAnchor(encoded: encodedReceiptRoot) }

    /// The anchor of JWS this authority signs.
    public var jwsAnchor: TrustAnchor { TrustAnchor(encoded: jwsChain.root.encoded) }

    /// Signs JWS as StoreKit testing in Xcode does: by the EC root itself, whose certificate is the only one in `x5c`, with
    /// `kid` Apple_Xcode_Key. Whoever verifies it must have ``jwsAnchor`` among the self-signed signers of its policy.
    package var xcodeJWSSigner: JWSSigner { get throws(TrustError) { try xcodeSigner.value() } }

    /// The root certificate of the receipt chain as PEM, for other verifiers.
    public var receiptRootPEM: String { PEMBlock(label: "CERTIFICATE", content: encodedReceiptRoot).text }

    /// The root certificate of the JWS chain as PEM, for other verifiers.
    public var jwsRootPEM: String { PEMBlock(label: "CERTIFICATE", content: jwsChain.root.encoded).text }
}

extension CertificateAuthority {
    /// All keys and certificates as one PEM text. Contains private keys: store it where only its owner reads.
    public var pem: String { ((try? receiptChain.pem) ?? "") + jwsChain.pem }

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
