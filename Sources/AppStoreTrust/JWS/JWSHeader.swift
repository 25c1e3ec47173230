import AppStoreModels
import Foundation

/// The header of a JWS, read before anything is verified: only the few members that decide about verification.
struct JWSHeader {
    private let certificates: [[UInt8]]

    private struct Members: Decodable {
        let alg: String
        let x5c: [String]?
        let crit: [String]?
    }

    init(segment: ArraySlice<UInt8>) throws(TrustError) {
        let members: Members
        do {
            members = try JSONDecoder().decode(Members.self, from: Data(try JWSParts.decode(segment, "header")))
        } catch let error as TrustError {
            throw error
        } catch {
            throw TrustError(.malformed, "the header of the JWS is not the JSON it should be: \(error)")
        }
        guard members.alg == "ES256" else {
            throw TrustError(.algorithmNotAllowed, "alg is \(members.alg.prefix(16)), the App Store signs with ES256")
        }
        guard members.crit == nil else {
            throw TrustError(.unsupported, "the header has critical extensions, which the App Store never uses")
        }
        certificates = try (members.x5c ?? []).map { text throws(TrustError) in try Self.certificate(text) }
    }

    /// The signer that the certificates name, if the policy trusts them.
    func signer(_ policy: TrustPolicy) throws(TrustError) -> TrustedSigner {
        let isSelfSigned =
            certificates.count == 1 && policy.selfSignedSigners.contains(TrustAnchor(encoded: certificates[0]))
        guard certificates.count == 3 || isSelfSigned else {
            throw TrustError(.chainLength, "x5c must hold 3 certificates, found \(certificates.count)")
        }
        return try ChainEvaluator(policy: policy).evaluate(signer: 0, of: certificates.map { $0[...] })
    }

    private static func certificate(_ text: String) throws(TrustError) -> [UInt8] {
        do {
            return try Base64.decode(Array(text.utf8), .standard)
        } catch {
            throw TrustError(.certificateMalformed, "a certificate in x5c is not Base64: \(error)")
        }
    }
}
