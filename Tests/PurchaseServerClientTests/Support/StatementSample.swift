import AppStoreModels
import Crypto
import Foundation

@testable import PurchaseServerClient

/// Statements as a server signs them, and as others would like to.
struct StatementSample {
    static let date = Date(timeIntervalSince1970: 1_700_000_000)
    static let nonce = "bm9ib2R5IGd1ZXNzZXM"
    static let bundleID = "com.example.app"

    let key = P256.Signing.PrivateKey()

    var pin: StatementPin { StatementPin(keyID) }
    var keyID: String { SHA256.hash(data: key.publicKey.x963Representation).hexadecimal }

    static var payload: JSONObject {
        var payload: JSONObject = [
            "customer": "alice", "requestedCustomer": "alice", "nonce": .string(nonce), "bundleId": .string(bundleID),
            "entitlements": [],
        ]
        payload[milliseconds: "date"] = date
        payload[milliseconds: "validUntil"] = date + 7 * 86_400
        return payload
    }

    func header(_ publicKey: P256.Signing.PublicKey? = nil) -> JSONObject {
        let coordinates = (publicKey ?? key.publicKey).rawRepresentation
        return [
            "alg": "ES256", "typ": "purser-statement+jwt",
            "jwk": [
                "kty": "EC", "crv": "P-256", "x": .string(Base64.urlSafe(coordinates.prefix(32))),
                "y": .string(Base64.urlSafe(coordinates.suffix(32))),
            ],
        ]
    }

    func sign(_ payload: JSONObject = Self.payload, header: JSONObject? = nil) throws -> String {
        let signed =
            Base64.urlSafe(JSONValue.object(header ?? self.header()).jsonData) + "."
            + Base64.urlSafe(JSONValue.object(payload).jsonData)
        return signed + "." + Base64.urlSafe(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    func verified(_ change: (inout JSONObject) -> Void = { _ in }) throws -> SignedStatement {
        var payload = Self.payload
        change(&payload)
        return try StatementVerifier(pins: [pin], bundleID: Self.bundleID).verify(
            try sign(payload),
            of: "alice",
            nonce: Self.nonce,
            at: Self.date
        )
    }

    /// An entitlement as the server writes it.
    static func entitlement(
        _ product: String = "monthly",
        ends: TimeInterval? = nil,
        renews: Bool? = nil,
        isEntitled: Bool = true
    ) -> JSONValue {
        var json: JSONObject = [
            "productId": .string(product), "state": .string(isEntitled ? "active" : "revoked"),
            "isEntitled": .bool(isEntitled), "reason": "paidPeriod", "environment": "Production",
            "type": .string(renews == nil ? "Non-Consumable" : "Auto-Renewable Subscription"),
        ]
        json[milliseconds: "accessEndDate"] = ends.map { date + $0 }
        json[integer: "autoRenewStatus"] = renews.map { $0 ? 1 : 0 }
        return .object(json)
    }
}
