import AppStoreModels
import AppStoreTrust
import Foundation
import Locking

/// The signature of a document, made when somebody first looks, and kept.
final class LateSignature: Sendable {
    private let json: JSONObject
    private let sign: @Sendable (JSONObject) -> String
    private let made = Locked(Made())

    private struct Made: Sendable {
        var payload: Data?
        var parts: UnverifiedParts?
    }

    init(_ json: JSONObject, _ sign: @escaping @Sendable (JSONObject) -> String) {
        (self.json, self.sign) = (json, sign)
    }

    /// What is signed.
    var payload: Data {
        made.withLock { made in
            let payload = made.payload ?? JSONValue.object(json).jsonData
            made.payload = payload
            return payload
        }
    }

    /// The same document as the store would sign it at another date.
    func document(signedAt date: Date) -> SignedDocument {
        var json = json
        json["signedDate"] = .number(JSONNumber(date.millisecondsSince1970))
        return SignedDocument(sign(json))
    }

    /// The JWS, the same for all who look.
    var parts: UnverifiedParts {
        made.withLock { made in
            let parts = made.parts ?? UnverifiedParts(sign(json))
            made.parts = parts
            return parts
        }
    }
}

/// The parts of a compact JWS, decoded; of what is none, nothing.
struct UnverifiedParts: Sendable {
    let compact: String
    let header: Data
    let payload: Data
    let signature: Data

    init(_ compact: String) {
        let parts = try? UnverifiedJWS(compact)
        self.compact = compact
        header = parts?.header ?? Data()
        payload = parts?.payload ?? Data()
        signature = parts?.signature ?? Data()
    }
}
