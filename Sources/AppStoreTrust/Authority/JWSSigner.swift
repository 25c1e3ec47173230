import AppStoreModels
import Crypto
public import Foundation

/// Signs payloads as the App Store signs transactions, renewal information and notifications.
public struct JWSSigner: Sendable {
    private let key: SigningKey
    /// Base64url of the header, and the dot behind it. The same for every token of one leaf, so verifiers may compare it
    /// instead of reading it.
    private let header: [UInt8]
    /// SHA-256 after the header, which is longer than most payloads.
    private let headerHash: SHA256

    init(chain: CertificateChain) {
        let certificates = chain.encoded.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        self.init(key: chain.leaf.key, header: #"{"alg":"ES256","x5c":[\#(certificates)]}"#)
    }

    /// Signs by a root itself, as StoreKit testing in Xcode does.
    init(xcodeRoot root: CertifiedKey) {
        let certificate = Data(root.encoded).base64EncodedString()
        self.init(
            key: root.key,
            header: #"{"kid":"Apple_Xcode_Key","typ":"JWT","alg":"ES256","x5c":["\#(certificate)"]}"#
        )
    }

    private init(key: SigningKey, header members: String) {
        var header: [UInt8] = []
        Base64.appendURLSafe(members.utf8, to: &header)
        header.append(UInt8(ascii: "."))
        var hash = SHA256()
        header.withUnsafeBytes { hash.update(bufferPointer: $0) }
        (self.key, self.header, headerHash) = (key, header, hash)
    }

    /// Signs a payload with ES256; `x5c` has leaf, intermediate and root, or the one certificate of Xcode's style.
    ///
    /// ECDSA is randomised: the same payload gives another signature each time.
    ///
    /// - Parameter payload: JSON in UTF-8; it is signed as it is.
    /// - Returns: The compact form: three Base64url parts with dots between them.
    /// - Throws: ``TrustError``, code `authority`, if the key cannot sign.
    public func sign(_ payload: some DataProtocol) throws(TrustError) -> String {
        guard case .p256(let key) = key else {
            throw TrustError(.authority, "JWS are signed with a P-256 key")
        }
        var token: [UInt8] = []
        // The payload, the dot, and the 86 characters of the signature.
        token.reserveCapacity(header.count + payload.count * 4 / 3 + 100)
        token += header
        Base64.appendURLSafe(payload, to: &token)
        var hash = headerHash
        token.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[header.count...])) }
        do {
            let signature = try key.signature(for: hash.finalize())
            token.append(UInt8(ascii: "."))
            Base64.appendURLSafe(signature.rawRepresentation, to: &token)
        } catch {
            throw TrustError(.authority, "the payload could not be signed: \(error)")
        }
        return String(decoding: token, as: UTF8.self)
    }
}
