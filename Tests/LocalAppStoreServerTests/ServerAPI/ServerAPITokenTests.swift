import AppStoreModels
import Crypto
import Foundation
import Testing

@testable import LocalAppStoreServer

/// A token as clients of Apple's API make it.
struct TokenMaker {
    let key: ServerAPIKey
    var header: JSONObject
    var claims: JSONObject

    init(_ key: ServerAPIKey, bundleID: String, now: Date) {
        self.key = key
        header = ["alg": "ES256", "kid": .string(key.keyID), "typ": "JWT"]
        claims = ["iss": .string(key.issuerID), "aud": "appstoreconnect-v1", "bid": .string(bundleID)]
        claims[integer: "exp"] = Int64(now.timeIntervalSince1970) + 300
    }

    func token(signedBy signer: ServerAPIKey? = nil) throws -> String {
        let parts = [header, claims].map { Base64.urlSafe(JSONValue.object($0).jsonData) }.joined(separator: ".")
        let key = try P256.Signing.PrivateKey(pemRepresentation: (signer ?? self.key).pem)
        return try parts + "." + Base64.urlSafe(key.signature(for: Data(parts.utf8)).rawRepresentation)
    }
}

@Suite("Tokens of the App Store Server API")
struct ServerAPITokenTests {
    private let key = ServerAPIKey()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func isValid(_ token: String) -> Bool {
        ServerAPIToken(token, key: key, bundleID: "com.example.app")?.isValid(at: now) ?? false
    }

    private func isValid(_ change: (inout TokenMaker) -> Void) throws -> Bool {
        var maker = TokenMaker(key, bundleID: "com.example.app", now: now)
        change(&maker)
        return isValid(try maker.token())
    }

    @Test("A token as Apple's clients make it is good, with the time of issue and without")
    func good() throws {
        #expect(try isValid { _ in })
        #expect(try isValid { $0.claims[integer: "iat"] = 1_800_000_000 })
        #expect(try isValid { $0.claims[integer: "exp"] = 1_800_003_600 })
    }

    @Test(
        "A claim that is wrong makes it bad",
        arguments: [
            ("iss", JSONValue.string("other")), ("aud", "appstoreconnect-v2"), ("bid", "com.example.other"),
            ("exp", 1_800_000_000), ("exp", 1_799_999_999), ("exp", 1_800_010_000),
            ("iat", 1_800_000_100), ("iat", 1_799_990_000),
        ]
    )
    func badClaim(name: String, value: JSONValue) throws {
        #expect(try !isValid { $0.claims[name] = value })
    }

    @Test("A claim that is missing makes it bad", arguments: ["iss", "aud", "bid", "exp"])
    func missingClaim(name: String) throws {
        #expect(try !isValid { $0.claims[name] = nil })
    }

    @Test("Another algorithm, another key's name, another key's signature make it bad")
    func badSignature() throws {
        #expect(try !isValid { $0.header["alg"] = "none" })
        #expect(try !isValid { $0.header["alg"] = "HS256" })
        #expect(try !isValid { $0.header["kid"] = "AAAAAAAAAA" })
        let maker = TokenMaker(key, bundleID: "com.example.app", now: now)
        #expect(try !isValid(maker.token(signedBy: ServerAPIKey())))
        let parts = try maker.token().split(separator: ".")
        #expect(!isValid("\(parts[0]).\(parts[1])."))
        #expect(!isValid("\(parts[0]).\(parts[1])"))
        #expect(!isValid("\(parts[0]).e30.\(parts[2])"))
    }

    @Test("What is no token at all is bad", arguments: ["", ".", "..", "a.b.c", "=.=.=", "e30.e30.e30"])
    func noToken(text: String) {
        #expect(!isValid(text))
        #expect(!isValid(String(repeating: "a", count: 10_000)))
    }
}
