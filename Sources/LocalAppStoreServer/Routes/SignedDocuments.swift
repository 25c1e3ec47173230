import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// What the store signs, raw and decoded, for whoever looks at it.
enum SignedDocuments {
    /// A JWS with its header and payload as JSON.
    static func jws(_ compact: String) -> JSONValue {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
        return [
            "jws": .string(compact), "header": parts.first.map(decoded) ?? .null,
            "payload": parts.count > 1 ? decoded(parts[1]) : .null,
        ]
    }

    /// A receipt in base64, and what `verifyReceipt` would say of it.
    static func receipt(_ data: Data, at date: Date) -> JSONValue {
        let decoded = (try? AppReceipt(wireForm: data))?.verifyReceiptJSON(requestDate: date).json
        return [
            "receipt": .string(data.base64EncodedString()),
            "decoded": decoded.map(JSONValue.object) ?? .null,
        ]
    }

    /// A part of a JWS; null if it is no base64url of JSON.
    private static func decoded(_ part: Substring) -> JSONValue {
        Base64.urlSafe(decoding: part).flatMap { try? JSONValue(parsing: $0) } ?? .null
    }
}
