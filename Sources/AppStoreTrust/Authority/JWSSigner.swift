import AppStoreModels
import Crypto
public import Foundation

/// Signs payloads as the App Store signs transactions, renewal information and notifications.
public struct JWSSigner: Sendable {
    private let chain: CertificateChain
    /// The same for every token of one leaf, so verifiers may compare it instead of reading it.
    private let header: String

    init(chain: CertificateChain) {
        self.chain = chain
        let certificates = chain.encoded.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        header = Base64.urlSafe(Array(#"{"alg":"ES256","x5c":[\#(certificates)]}"#.utf8))
    }

    /// Signs a payload with ES256 and puts leaf, intermediate and root in `x5c`.
    ///
    /// ECDSA is randomised: the same payload gives another signature each time.
    ///
    /// - Parameter payload: JSON in UTF-8; it is signed as it is.
    /// - Returns: The compact form: three Base64url parts with dots between them.
    /// - Throws: ``TrustError``, code `authority`, if the key cannot sign.
    public func sign(_ payload: some DataProtocol) throws(TrustError) -> String {
        guard case .p256(let key) = chain.leaf.key else {
            throw TrustError(.authority, "JWS are signed with a P-256 key")
        }
        let signed = "\(header).\(Base64.urlSafe(payload))"
        do {
            let signature = try key.signature(for: Array(signed.utf8))
            return "\(signed).\(Base64.urlSafe(signature.rawRepresentation))"
        } catch {
            throw TrustError(.authority, "the payload could not be signed: \(error)")
        }
    }
}
