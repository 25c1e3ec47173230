import AppStoreModels
import Foundation
import LocalAppStoreServer
import TestSupport
import Testing

@testable import purser

@Suite("purser offer sign")
struct OfferCommandTests {
    private let folder: TemporaryFolder
    private let key: ServerAPIKey

    init() throws {
        folder = try TemporaryFolder()
        key = ServerAPIKey()
        try Data(key.pem.utf8).write(to: folder.file("key.p8"))
    }

    /// Runs the command with the key's file by option and its identifiers by variables.
    private func sign(_ arguments: String...) async throws -> Tool.Outcome { try await sign(arguments) }

    private func sign(_ arguments: [String]) async throws -> Tool.Outcome {
        try await Tool.run(
            ["offer", "sign"] + arguments + ["--key", folder.file("key.p8").path],
            environment: [
                "PURSER_API_KEY_ID": key.keyID, "PURSER_API_ISSUER_ID": key.issuerID,
                "PURSER_API_BUNDLE_ID": "com.example.app",
            ]
        )
    }

    /// Header and claims of a compact JWS.
    private func parts(_ compact: String?) throws -> (header: JSONObject, claims: JSONObject) {
        let parts = try #require(compact).split(separator: ".")
        try #require(parts.count == 3)
        #expect(Base64.urlSafe(decoding: parts[2])?.count == 64)
        let objects = try parts.prefix(2).map { part in
            try #require(try Base64.urlSafe(decoding: part).flatMap { try JSONValue(parsing: $0) }?.object)
        }
        return (objects[0], objects[1])
    }

    @Test("Version 2 is one line: a JWS of the offer, with the transaction if one is named", arguments: [nil, "42"])
    func version2(transaction: String?) async throws {
        let named = transaction.map { ["--transaction", $0] } ?? []
        let outcome = try await sign(["v2", "--product", "club", "--offer", "spring"] + named)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 1)
        let (header, claims) = try parts(outcome.lines.first)
        #expect(header["kid"] == .string(key.keyID))
        #expect(claims["iss"] == .string(key.issuerID))
        #expect(claims["bid"] == "com.example.app")
        #expect(claims["aud"] == "promotional-offer")
        #expect(claims["productId"] == "club")
        #expect(claims["offerIdentifier"] == "spring")
        #expect(claims[string: "transactionId"] == transaction)
    }

    @Test("Whether an introductory offer is allowed is said either way", arguments: [true, false])
    func introductory(isAllowed: Bool) async throws {
        let refused = isAllowed ? [] : ["--refuse"]
        let outcome = try await sign(["intro", "--product", "club", "--transaction", "42", "--json"] + refused)
        let json = try JSONValue(parsing: outcome.output).object
        let (_, claims) = try parts(json?[string: "jws"])
        #expect(claims["aud"] == "introductory-offer-eligibility")
        #expect(claims["allowIntroductoryOffer"] == .bool(isAllowed))
        #expect(claims["transactionId"] == "42")
    }

    @Test("Version 1 is what a payment discount takes, new each time")
    func version1() async throws {
        var nonces: Set<String> = []
        for _ in 1...2 {
            let outcome = try await sign(
                "v1",
                "--product",
                "club",
                "--offer",
                "spring",
                "--username",
                "Flora",
                "--json"
            )
            let json = try #require(try JSONValue(parsing: outcome.output).object)
            #expect(json["keyIdentifier"] == .string(key.keyID))
            #expect(json["offerIdentifier"] == "spring")
            #expect(json[integer: "timestamp"].map { $0 > 1_600_000_000_000 } == true)
            #expect(json[string: "signature"].flatMap { Data(base64Encoded: $0) }?.first == 0x30)
            nonces.insert(try #require(json[string: "nonce"]))
        }
        #expect(nonces.count == 2)
        #expect(nonces.allSatisfy { UUID(uuidString: $0) != nil && $0 == $0.lowercased() })
        let table = try await sign("v1", "--product", "club", "--offer", "spring")
        #expect(table.lines.count == 5)
        #expect(table.output.contains(key.keyID))
    }

    @Test(
        "What is missing is named",
        arguments: [
            (["v1", "--product", "club"], "--offer"), (["v2", "--product", "club"], "--offer"),
            (["intro", "--product", "club"], "--transaction"), (["v2", "--offer", "spring"], "--product"),
            (["v3", "--product", "club"], "v3"),
        ]
    )
    func usage(arguments: [String], words: String) async throws {
        let outcome = try await sign(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("What would change the meaning of a signature is not signed", arguments: ["a\u{2063}b", ""])
    func unsignable(offer: String) async throws {
        let outcome = try await sign("v1", "--product", "club", "--offer", offer, "--json")
        #expect(outcome.status == 2)
        #expect(try JSONValue(parsing: outcome.output).object?[object: "error"]?["code"] == "invalid-request")
    }

    @Test("A file that is no key is refused without a word of what is in it")
    func noKey() async throws {
        try Data("hush".utf8).write(to: folder.file("key.p8"))
        let outcome = try await sign("v2", "--product", "club", "--offer", "spring")
        #expect(outcome.status != 0)
        #expect(!(outcome.output + outcome.errors).contains("hush"))
    }
}
