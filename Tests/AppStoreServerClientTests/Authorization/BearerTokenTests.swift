import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@Suite("The token of a call")
struct BearerTokenTests {
    private static let done = ServerAPIScript.Step.json("{}")

    private func tokens(_ network: ServerAPIScript) -> [String] {
        network.requests.map { String($0.headers["Authorization"]?.dropFirst("Bearer ".count) ?? "") }
    }

    @Test("It says what the App Store demands, for less than an hour")
    func claims() async throws {
        let network = ServerAPIScript(Self.done)
        try await network.client().finish(transactionID: "1")
        let token = try #require(try SampleKey.opened(tokens(network).first ?? ""))
        #expect(token.header == ["alg": "ES256", "kid": .string(SampleKey.keyID), "typ": "JWT"])
        let issued = Int64(TestAuthority.signingDate.timeIntervalSince1970)
        #expect(
            token.claims == [
                "iss": .string(SampleKey.issuerID), "iat": .number(JSONNumber(issued)),
                "exp": .number(JSONNumber(issued + 1_800)), "aud": "appstoreconnect-v1",
                "bid": .string(SampleNotification.bundleID),
            ]
        )
    }

    @Test("It is used again until a minute before it ends")
    func reuse() async throws {
        let network = ServerAPIScript([ServerAPIScript.Step](repeating: Self.done, count: 4))
        let client = try network.client()
        try await client.finish(transactionID: "1")
        network.pass(1_739)
        try await client.asking(.sandbox).finish(transactionID: "2")
        network.pass(1)
        try await client.finish(transactionID: "3")
        network.pass(-1_740)
        try await client.finish(transactionID: "4")
        let all = tokens(network)
        #expect(all[0] == all[1])
        #expect(all[2] != all[1])
        #expect(all[3] != all[2], "a token of the future is refused, so a clock that was put back needs a new one")
    }

    @Test("Its life has bounds", arguments: [(0.0, 120), (100_000, 3_600)])
    func bounds(life: TimeInterval, seconds: Int64) async throws {
        let network = ServerAPIScript(Self.done)
        try await network.client(limits: ServerAPILimits(tokenLife: life)).finish(transactionID: "1")
        let claims = try #require(try SampleKey.opened(tokens(network).first ?? "")).claims
        let issued = try #require(claims[integer: "iat"])
        #expect(claims[integer: "exp"] == issued + seconds)
    }

    @Test("One that was refused is not used again")
    func refused() async throws {
        let network = ServerAPIScript(.http(401, "Unauthenticated\n\nRequest ID: ABC.0\n"), Self.done)
        let client = try network.client(routing: .sandbox)
        let error = await #expect(throws: ServerAPIError.self) { try await client.finish(transactionID: "1") }
        #expect(error?.code == .unauthenticated)
        #expect(error?.message == "Unauthenticated\n\nRequest ID: ABC.0")
        #expect(error?.httpStatus == 401)
        #expect(error?.isRetryable == false)
        try await client.finish(transactionID: "1")
        #expect(tokens(network)[0] != tokens(network)[1])
        #expect(error?.description.contains(tokens(network)[0]) == false)
    }
}
