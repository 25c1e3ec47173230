import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import Locking

/// What a store in this process has yet to sign: its text and its signature are made when somebody first looks, and kept.
///
/// Most code under test never looks, and either costs more than everything else that a purchase does.
final class LateSignature: Sendable {
    /// What it says, for who looks at that only.
    let facts: TransactionFacts
    private let unsigned: UnsignedTransaction
    private let made = Locked(Made())

    private struct Made: Sendable {
        var json: JSONObject?
        var payload: Data?
        var compact: String?
        var parts: UnverifiedParts?

        mutating func json(of unsigned: UnsignedTransaction) -> JSONObject {
            let json = json ?? unsigned.payload()
            self.json = json
            return json
        }

        mutating func compact(of unsigned: UnsignedTransaction) -> String {
            let compact = compact ?? LateSignature.sign(json(of: unsigned), unsigned)
            self.compact = compact
            return compact
        }
    }

    init(_ unsigned: UnsignedTransaction) {
        self.unsigned = unsigned
        facts = TransactionFacts(unsigned) ?? TransactionFacts(unsigned.payload())
    }

    /// The members of what is signed.
    var json: JSONObject { made.withLock { $0.json(of: unsigned) } }

    /// What is signed.
    var payload: Data {
        made.withLock { made in
            let payload = made.payload ?? JSONValue.object(made.json(of: unsigned)).jsonData
            made.payload = payload
            return payload
        }
    }

    /// The JWS, the same for all who look.
    var compact: String { made.withLock { $0.compact(of: unsigned) } }

    /// Its parts.
    var parts: UnverifiedParts {
        made.withLock { made in
            let parts = made.parts ?? UnverifiedParts(made.compact(of: unsigned))
            made.parts = parts
            return parts
        }
    }

    /// The same document as the store would sign it at another date.
    func document(signedAt date: Date) -> SignedDocument {
        var json = json
        json["signedDate"] = .number(JSONNumber(date.millisecondsSince1970))
        return SignedDocument(Self.sign(json, unsigned))
    }

    /// What cannot be signed is no JWS.
    private static func sign(_ json: JSONObject, _ unsigned: UnsignedTransaction) -> String {
        (try? unsigned.sign(json)) ?? ""
    }
}

/// The parts of a compact JWS, decoded; of what is none, nothing.
final class UnverifiedParts: Sendable {
    let compact: String
    let header: Data
    let payload: Data
    let signature: Data
    /// The members of the payload.
    let json: JSONObject

    init(_ compact: String) {
        let parts = try? UnverifiedJWS(compact)
        self.compact = compact
        header = parts?.header ?? Data()
        payload = parts?.payload ?? Data()
        signature = parts?.signature ?? Data()
        json = parts?.json ?? JSONObject()
    }
}
