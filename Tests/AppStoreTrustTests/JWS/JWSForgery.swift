import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import SwiftASN1
import TestSupport
import X509

/// Signs tokens in ways the App Store never would.
struct JWSForgery {
    var algorithm = "ES256"
    /// DER of the certificates of `x5c`; nil leaves the member out.
    var certificates: [[UInt8]]?
    var extraMembers = ""
    var payload = #"{"signedDate":1722945600000}"#
    var key: P256.Signing.PrivateKey

    /// A token of the trusted authority, to be spoilt.
    init() throws {
        let blocks = try PEMBlock.blocks(in: TestAuthority.trusted.get().pem)
        key = try P256.Signing.PrivateKey(pemRepresentation: blocks[10].text)
        certificates = [blocks[11].content, blocks[9].content, blocks[7].content]
    }

    var signed: String {
        get throws {
            let input = signingInput
            let signature = try key.signature(for: Data(input.utf8))
            return "\(input).\(Base64.urlSafe(signature.rawRepresentation))"
        }
    }

    func signed(with signature: some Sequence<UInt8>) -> String {
        "\(signingInput).\(Base64.urlSafe(signature))"
    }

    var signingInput: String {
        let chain = certificates.map { list in
            ",\"x5c\":[" + list.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",") + "]"
        }
        let header = "{\"alg\":\"\(algorithm)\"\(chain ?? "")\(extraMembers)}"
        return "\(Base64.urlSafe(header.utf8)).\(Base64.urlSafe(payload.utf8))"
    }
}
