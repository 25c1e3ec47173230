import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation

/// A compact JWS of the App Store, taken apart and not verified; what is no JWS has no parts.
struct SignedDocument: Sendable, Hashable {
    let compact: String
    let header: Data
    let payload: Data
    let signature: Data
    let json: JSONObject

    init(_ compact: String) {
        let parts = try? UnverifiedJWS(compact)
        self.compact = compact
        header = parts?.header ?? Data()
        payload = parts?.payload ?? Data()
        signature = parts?.signature ?? Data()
        json = (try? JSONValue(parsing: payload))?.object ?? JSONObject()
    }

    /// What was signed: everything before the second dot.
    var signedData: Data { Data(compact.prefix(upTo: compact.lastIndex(of: ".") ?? compact.endIndex).utf8) }

    /// The signature; one of zeros, which verifies nothing, where there is none of 64 bytes.
    var ecdsaSignature: P256.Signing.ECDSASignature {
        for octets in [signature, Data(count: 64)] {
            if let signature = try? P256.Signing.ECDSASignature(rawRepresentation: octets) { return signature }
        }
        preconditionFailure("64 bytes are the raw form of a signature over P-256")
    }

    /// What takes part in the check of the device.
    var deviceVerification: Data {
        json[string: "deviceVerification"].flatMap { Data(base64: $0) } ?? Data()
    }

    var deviceVerificationNonce: UUID {
        json[string: "deviceVerificationNonce"].flatMap(UUID.init(uuidString:)) ?? .zero
    }

    /// A date in milliseconds; 1970 where there is none.
    func date(_ member: String) -> Date { json[milliseconds: member] ?? Date(timeIntervalSince1970: 0) }

    /// A number that is written as text, as identifiers are; 0 where there is none.
    func number(_ member: String) -> UInt64 { json[string: member].flatMap { UInt64($0) } ?? 0 }

    /// A text; empty where there is none.
    func text(_ member: String) -> String { json[string: member] ?? "" }
}

extension UUID {
    /// The identifier of nothing.
    fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
