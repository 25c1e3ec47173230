import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@Suite("Production, then the sandbox")
struct RoutingTests {
    private static let production = ServerAPIScript.production
    private static let sandbox = ServerAPIScript.sandbox

    private static func found() throws -> ServerAPIScript.Step {
        .json(SignedAnswers.member("signedTransactionInfo", try SignedAnswers.transaction()))
    }

    @Test(
        "What production does not know is looked for in the sandbox",
        arguments: [ServerAPIScript.Step.code(4_040_010), .code(4_040_005), .http(401, "Unauthenticated")]
    )
    func fallback(step: ServerAPIScript.Step) async throws {
        let network = ServerAPIScript(step, try Self.found())
        #expect(try await network.client().transaction("2").transactionID == "2")
        #expect(network.hosts == [Self.production, Self.sandbox])
        #expect(network.waits == [])
    }

    @Test("Other refusals of production are believed", arguments: [4_000_006, 4_040_001, 4_030_005])
    func believed(code: Int) async throws {
        let network = ServerAPIScript(.code(code), try Self.found())
        await #expect(throws: ServerAPIError.self) { try await network.client().transaction("2") }
        #expect(network.hosts == [Self.production])
    }

    @Test("An environment that is known is the only one asked")
    func fixed() async throws {
        let network = ServerAPIScript(.code(4_000_006), .code(4_000_006))
        await #expect(throws: ServerAPIError.self) { try await network.client(routing: .sandbox).transaction("2") }
        await #expect(throws: ServerAPIError.self) { try await network.client().asking(.production).transaction("2") }
        #expect(network.hosts == [Self.sandbox, Self.production])
    }

    @Test("Calls that are about no transaction go to one environment")
    func withoutTransaction() async throws {
        let network = ServerAPIScript(.http(401, "Unauthenticated"))
        await #expect(throws: ServerAPIError.self) { try await network.client().requestTestNotification() }
        #expect(network.hosts == [Self.production])
    }

    @Test("A purchase that nobody knows yet is asked for again")
    func fresh() async throws {
        let unknown = ServerAPIScript.Step.code(4_040_010)
        let network = ServerAPIScript([unknown, unknown, unknown, unknown, unknown, try Self.found()])
        #expect(try await network.client().transaction("2").transactionID == "2")
        #expect(
            network.hosts == [
                Self.production, Self.sandbox, Self.production, Self.sandbox, Self.production, Self.sandbox,
            ]
        )
        #expect(network.waits == [1, 2])
    }

    private static let windows: [(TimeInterval, [TimeInterval])] = [(10, [1, 2, 4]), (2.5, [1]), (0, [])]

    @Test("After the window it is believed", arguments: windows)
    func window(seconds: TimeInterval, waits: [TimeInterval]) async throws {
        let network = ServerAPIScript([ServerAPIScript.Step](repeating: .code(4_040_010), count: 40))
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client(limits: ServerAPILimits(freshPurchaseWindow: seconds)).transaction("2")
        }
        #expect(error?.errorCode == .transactionIDNotFound)
        #expect(error?.code == .refused)
        #expect(network.waits == waits)
        #expect(error?.attempts == 2 * (waits.count + 1))
    }

    @Test("Of 401 and 404 the one is told that says more")
    func both() async throws {
        let limits = ServerAPILimits(freshPurchaseWindow: 0)
        let first = ServerAPIScript(.http(401, "Unauthenticated"), .code(4_040_010))
        let error = await #expect(throws: ServerAPIError.self) {
            try await first.client(limits: limits).transaction("2")
        }
        #expect(error?.errorCode == .transactionIDNotFound)
        let second = ServerAPIScript(.code(4_040_010), .http(401, "Unauthenticated"))
        let other = await #expect(throws: ServerAPIError.self) {
            try await second.client(limits: limits).transaction("2")
        }
        #expect(other?.errorCode == .transactionIDNotFound)
        #expect(other?.environment == .production)
    }

    @Test("Who asked everywhere is not sent elsewhere; who asked one environment is told of the other")
    func advice() async throws {
        let limits = ServerAPILimits(freshPurchaseWindow: 0)
        let cases: [(ServerAPIRouting, String)] = [
            (.productionThenSandbox, "neither production nor the sandbox knows it"),
            (.only(.sandbox), "the server has no other environment"), (.production, "ask the other environment"),
            (.sandbox, "ask the other environment"),
        ]
        for (routing, words) in cases {
            let network = ServerAPIScript([ServerAPIScript.Step](repeating: .code(4_040_010), count: 2))
            let error = await #expect(throws: ServerAPIError.self) {
                try await network.client(routing: routing, limits: limits).transaction("2")
            }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
            let isSentElsewhere = error?.reason.contains("ask the other environment") == true
            #expect(isSentElsewhere == (routing == .production || routing == .sandbox))
        }
        // The sandbox did not look: it knows no such key.
        let network = ServerAPIScript(.code(4_040_010), .http(401, "Unauthenticated"))
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client(limits: limits).transaction("2")
        }
        #expect(error?.reason.contains("ask the other environment") == true)
    }

    @Test("Performance tests, of which production has none, are asked of the sandbox, and by name as well")
    func sandboxOnly() async throws {
        let start = #"{"requestId":"7"}"#
        for (routing, host) in [(ServerAPIRouting.productionThenSandbox, Self.sandbox), (.production, Self.production)]
        {
            let network = ServerAPIScript(.json(start))
            _ = try await network.client(routing: routing).send(.startPerformanceTest, arguments: [])
            #expect(network.hosts == [host])
        }
        let network = ServerAPIScript(.json(#"{"messageIdentifiers":[]}"#))
        _ = try await network.client().send(.messageList, arguments: [])
        #expect(network.hosts == [Self.production])
    }

    @Test(
        "A store in one environment is asked there about everything",
        arguments: [AppStoreEnvironment.sandbox, .production]
    )
    func only(environment: AppStoreEnvironment) async throws {
        let network = ServerAPIScript(.json(#"{"messageIdentifiers":[]}"#), .json(#"{"requestId":"7"}"#))
        let client = try network.client(routing: .only(environment))
        _ = try await client.send(.messageList, arguments: [])
        _ = try await client.send(.startPerformanceTest, arguments: [])
        let host = environment == .production ? Self.production : Self.sandbox
        #expect(network.hosts == [host, host])
    }

    @Test("Addresses can be those of a local store")
    func addresses() throws {
        let base = try #require(URL(string: "http://127.0.0.1:8081"))
        let addresses = ServerAPIAddresses(base: base)
        #expect(addresses.production.absoluteString == "http://127.0.0.1:8081/production")
        #expect(addresses.sandbox.absoluteString == "http://127.0.0.1:8081/sandbox")
        #expect(ServerAPIAddresses.olderNames.sandbox.host == "api.storekit-sandbox.itunes.apple.com")
    }
}
