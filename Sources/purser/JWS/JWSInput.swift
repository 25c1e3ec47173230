import AppStoreModels
import AppStoreTrust
import Foundation

/// The one JWS that an input holds.
enum JWSInput {
    /// The members in which the App Store and StoreKit hand out a JWS.
    private static let members = [
        "signedPayload", "signedTransactionInfo", "signedTransaction", "signedRenewalInfo", "signedAppTransactionInfo",
    ]

    /// Reads the JWS: alone, in quotes, or as a member of a JSON object.
    ///
    /// - Throws: ``InputError``, or `TrustError` if there is no JWS.
    static func compact(from source: InputSource) throws -> String {
        let data = try source.read(limit: JWSVerifier.maximumLength)
        guard data.count <= JWSVerifier.maximumLength else {
            throw TrustError(.tooLarge, "the input is longer than \(JWSVerifier.maximumLength) bytes")
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        switch text.utf8.first {
        case nil: throw TrustError(.malformed, "the input is empty")
        case UInt8(ascii: "{"), UInt8(ascii: "\""): return try compact(inJSON: text)
        case UInt8(ascii: "<"): throw TrustError(.malformed, "the input is a web page or XML, not a JWS")
        default: break
        }
        if text.hasPrefix("MII") || data.first == 0x30 {
            throw TrustError(.malformed, "the input is a receipt or certificate, not a JWS; try purser receipt")
        }
        return text
    }

    private static func compact(inJSON text: String) throws -> String {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw TrustError(.malformed, "the input is neither a JWS nor JSON: \(error)")
        }
        if let string = value.string { return string }
        let found = members.filter { value.object?[$0]?.string != nil }
        guard let member = found.first, found.count == 1, let compact = value.object?[member]?.string else {
            let names = (found.isEmpty ? members : found).joined(separator: ", ")
            throw TrustError(
                .malformed,
                "the JSON must hold one JWS; it has \(found.isEmpty ? "none" : "several") of \(names)"
            )
        }
        return compact
    }
}
