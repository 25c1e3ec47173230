import AppStoreModels
import Crypto
import Foundation

/// Believes a statement only if a pinned key signed it, for this app, about this customer, as the answer to this request.
struct StatementVerifier: Sendable {
    let pins: [StatementPin]
    let bundleID: String

    /// What `typ` says of a statement.
    private static let type = "purser-statement+jwt"

    /// - Parameters:
    ///   - text: The compact form.
    ///   - customer: Who was asked about.
    ///   - nonce: The request's own.
    ///   - date: Now, as far as the app knows; pins may end.
    func verify(
        _ text: String,
        of customer: String,
        nonce: String,
        at date: Date
    ) throws(PurchaseBackendError) -> SignedStatement {
        guard text.utf8.count <= SignedStatement.maximumLength else {
            throw PurchaseBackendError(
                .malformedAnswer,
                "a statement has at most \(SignedStatement.maximumLength) bytes; look what is between app and server"
            )
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Self.malformed("a signed statement has three parts, not \(parts.count)") }
        try checkSignature(parts, at: date)
        let payload = try Self.object(parts[1], "payload")
        guard payload[string: "nonce"] == nonce else {
            throw PurchaseBackendError(.wrongNonce, "the statement answers another request; somebody may send old ones")
        }
        guard payload[string: "bundleId"] == bundleID else {
            throw PurchaseBackendError(.wrongApp, "the statement is for another app than \(bundleID); compare the two")
        }
        guard payload[string: "requestedCustomer"] == customer else {
            throw PurchaseBackendError(.wrongCustomer, "the statement is about somebody else than was asked about")
        }
        guard let stated = payload[milliseconds: "date"], let validUntil = payload[milliseconds: "validUntil"] else {
            throw Self.malformed("the statement has no dates")
        }
        return SignedStatement(
            text: text,
            nonce: nonce,
            requestedCustomer: customer,
            date: stated,
            validUntil: validUntil,
            json: payload
        )
    }

    private func checkSignature(_ parts: [Substring], at date: Date) throws(PurchaseBackendError) {
        let header = try Self.object(parts[0], "header")
        guard header[string: "alg"] == "ES256", header[string: "typ"] == Self.type, header["crit"] == nil else {
            throw Self.malformed("what is signed is no statement of a purchase server")
        }
        let jwk = header[object: "jwk"] ?? [:]
        let coordinates = ["x", "y"].compactMap { jwk[string: $0].flatMap { Base64.urlSafe(decoding: $0) } }
        guard jwk[string: "crv"] == "P-256", coordinates.allSatisfy({ $0.count == 32 }), coordinates.count == 2,
            let key = try? P256.Signing.PublicKey(rawRepresentation: coordinates[0] + coordinates[1])
        else { throw Self.malformed("the statement names no key on P-256") }
        let keyID = SHA256.hash(data: key.x963Representation).hexadecimal
        guard pins.contains(where: { $0.keyID == keyID && $0.isValid(at: date) }) else {
            throw PurchaseBackendError(
                .unpinnedKey,
                "the key \(keyID.prefix(16))… is not believed; release an app with its pin, or look who is in between"
            )
        }
        guard let octets = Base64.urlSafe(decoding: parts[2]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: octets),
            key.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8))
        else {
            throw PurchaseBackendError(
                .signatureInvalid,
                "the statement was changed after the server signed it; look what is between app and server"
            )
        }
    }

    private static func object(_ part: Substring, _ name: String) throws(PurchaseBackendError) -> JSONObject {
        guard let bytes = Base64.urlSafe(decoding: part), let object = (try? JSONValue(parsing: bytes))?.object else {
            throw malformed("the \(name) of the statement is not what it should be")
        }
        return object
    }

    private static func malformed(_ reason: String) -> PurchaseBackendError {
        PurchaseBackendError(.malformedAnswer, reason)
    }
}
