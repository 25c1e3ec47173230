import AppStoreTrust
import Crypto
import Foundation

/// What is measured on one signed transaction.
struct JWSContenders {
    let token: String
    private let verifier: JWSVerifier

    init(_ store: SampleStore) throws {
        token = try store.authority.jwsSigner.sign(store.transactionPayload)
        verifier = JWSVerifier(policy: store.policy)
    }

    /// SHA-256 over what is signed and one P-256 verification, with a key that was used before.
    func bare() throws -> Contender {
        let key = P256.Signing.PrivateKey()
        let signed = Array(token.utf8.prefix(upTo: token.utf8.lastIndex(of: UInt8(ascii: ".")) ?? token.utf8.endIndex))
        let signature = try key.signature(for: signed)
        let publicKey = key.publicKey
        return Contender(name: "bare P-256") {
            var hash = SHA256()
            signed.withUnsafeBytes { hash.update(bufferPointer: $0) }
            guard publicKey.isValidSignature(signature, for: hash.finalize()) else {
                throw BenchmarkError("swift-crypto refused the signature")
            }
        }
    }

    var verified: Contender {
        Contender(name: "Purser") { [token, verifier] in _ = try verifier.verify(token) }
    }
}
