import AppStoreTrust
import Crypto
import Foundation

/// The header of something signed, as it stands there in base64: a chain of certificates, which very many have in common.
struct SignedHeader: Sendable, Hashable {
    /// By which it is found.
    let digest: Data
    let text: Data

    init(_ text: Data) { (digest, self.text) = (Data(SHA256.hash(data: text)), text) }

    func stands(in octets: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBytes { text in octets.withUnsafeBytes { text.isSame(as: $0) } }
    }
}
