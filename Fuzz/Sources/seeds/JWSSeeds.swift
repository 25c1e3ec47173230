import AppStoreTrust
import Foundation

/// Tokens as Apple sends them, and headers of their own.
struct JWSSeeds {
    let signer: JWSSigner

    private static let payloads = [
        "transaction": #"""
        {"transactionId":"2000000912345678","bundleId":"com.example.flowershop","quantity":1,"price":9990,\#
        "purchaseDate":1748736000000,"signedDate":1748736000123,"environment":"Sandbox","isUpgraded":true,\#
        "appAccountToken":"3b76a7bd-8f5b-4b0a-9e0d-1d3c5e7f9a0b","offerType":2,"revocationReason":"1"}
        """#,
        "renewal": #"""
        {"originalTransactionId":"2000000912345678","autoRenewStatus":1,"expirationIntent":2,\#
        "isInBillingRetryPeriod":false,"renewalPrice":"9990","signedDate":1748736000123}
        """#,
        "notification": #"""
        {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","version":"2.0","signedDate":1748736000123,\#
        "data":{"appAppleId":1,"status":1,"signedTransactionInfo":"a.b.c","environment":"Production"}}
        """#,
        "app-transaction": #"{"bundleId":"com.example.flowershop","receiptCreationDate":1748736000000.5}"#,
        "undated": #"{"bundleId":"com.example.flowershop"}"#,
        "far": #"{"signedDate":1e300}"#,
        "far-back": #"{"signedDate":-1e300}"#,
        "tiny": #"{"signedDate":1e-400}"#,
        "beyond": #"{"signedDate":1e400}"#,
        "escaped": #"{"signedDate":1748736000123,"\u0062undleId":"\ud83c\udf39\\","nested":[[{}],null,-0.0]}"#,
    ]

    func all() throws -> [String: Data] {
        var seeds: [String: Data] = [:]
        for (name, payload) in Self.payloads {
            let token = try signer.sign(Data(payload.utf8))
            seeds[name] = Data(token.utf8)
            seeds["\(name)-payload"] = Data(payload.utf8)
            seeds["header"] = header(of: token)
        }
        seeds["none"] = Data(#"{"alg":"none","x5c":[],"crit":["b64"]}"#.utf8)
        return seeds
    }

    /// The header without the Base64 around it.
    private func header(of token: String) -> Data? {
        let text = token.prefix { $0 != "." }.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
