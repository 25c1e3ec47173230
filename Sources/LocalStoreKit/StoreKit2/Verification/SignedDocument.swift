import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore

/// A compact JWS of the App Store, taken apart and not verified; what is no JWS has no parts.
struct SignedDocument: Sendable {
    private let form: Form

    private enum Form: Sendable {
        case signed(UnverifiedParts)
        case signedLater(LateSignature)
    }

    init(_ compact: String) {
        form = .signed(UnverifiedParts(compact))
    }

    /// A document of a store in this process, which writes and signs it when somebody looks.
    init(_ unsigned: UnsignedTransaction) {
        form = .signedLater(LateSignature(unsigned))
    }

    /// What a store in this process has yet to sign; nil of what is signed.
    var lateSignature: LateSignature? {
        if case .signedLater(let signature) = form { signature } else { nil }
    }

    private var parts: UnverifiedParts {
        switch form {
        case .signed(let parts): parts
        case .signedLater(let signature): signature.parts
        }
    }

    /// The members of what is signed; nothing has to be signed to know them.
    var json: JSONObject {
        switch form {
        case .signed(let parts): parts.json
        case .signedLater(let signature): signature.json
        }
    }

    var compact: String {
        switch form {
        case .signed(let parts): parts.compact
        case .signedLater(let signature): signature.compact
        }
    }

    var header: Data { parts.header }
    var signature: Data { parts.signature }

    /// What is signed; nothing has to be signed to know it.
    var payload: Data {
        switch form {
        case .signed(let parts): parts.payload
        case .signedLater(let signature): signature.payload
        }
    }

    /// What was signed: everything before the second dot.
    var signedData: Data {
        let compact = compact
        return Data(compact.prefix(upTo: compact.lastIndex(of: ".") ?? compact.endIndex).utf8)
    }

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
    func date(_ member: String) -> Date { json.date(member) }

    /// A number that is written as text, as identifiers are; 0 where there is none.
    func number(_ member: String) -> UInt64 { json.number(member) }

    /// A text; empty where there is none.
    func text(_ member: String) -> String { json.text(member) }
}

extension JSONObject {
    /// A date in milliseconds; 1970 where there is none.
    func date(_ member: String) -> Date { self[milliseconds: member] ?? Date(timeIntervalSince1970: 0) }

    /// A number that is written as text, as identifiers are; 0 where there is none.
    func number(_ member: String) -> UInt64 { self[string: member].flatMap { UInt64($0) } ?? 0 }

    /// A text; empty where there is none.
    func text(_ member: String) -> String { self[string: member] ?? "" }
}

extension UUID {
    /// The identifier of nothing.
    fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
