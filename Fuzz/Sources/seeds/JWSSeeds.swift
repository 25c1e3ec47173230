import AppStoreTrust
import Foundation

/// Tokens as Apple sends them, and headers of their own.
struct JWSSeeds {
    let signer: JWSSigner

    private static let payloads = [
        "transaction": #"""
        {"transactionId":"2000000912345678","bundleId":"com.example.flowershop","quantity":1,"price":9990,\#
        "purchaseDate":1748736000000,"signedDate":1748736000123,"environment":"Sandbox"}
        """#,
        "app-transaction": #"{"bundleId":"com.example.flowershop","receiptCreationDate":1748736000000.5}"#,
        "undated": #"{"bundleId":"com.example.flowershop"}"#,
        "far": #"{"signedDate":1e300}"#,
    ]

    func all() throws -> [String: Data] {
        var seeds: [String: Data] = [:]
        for (name, payload) in Self.payloads {
            let token = try signer.sign(Data(payload.utf8))
            seeds[name] = Data(token.utf8)
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
