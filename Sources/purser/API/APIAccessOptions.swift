import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Foundation

/// With which key what is asked or signed.
struct APIAccessOptions: ParsableArguments {
    @OptionGroup var key: APIKeyOptions

    @Option(
        help: ArgumentHelp(
            "Call another server than Apple's, for example http://127.0.0.1:8081.",
            valueName: "url"
        )
    )
    var url: String?

    @Flag(help: "Ask production only.")
    var production = false

    @Flag(help: "Ask the sandbox only.")
    var sandbox = false

    @OptionGroup var trust: TrustOptions

    func validate() throws {
        guard !production || !sandbox else {
            throw ValidationError("--production and --sandbox exclude each other")
        }
    }

    /// The client that the options describe.
    func client() async throws -> ServerAPIClient { try client(try await key.access()) }

    /// What answers receipts by the client that the options describe.
    func verifyReceiptReplacement() async throws -> VerifyReceiptReplacement {
        let access = try await key.access()
        let date = trust.at?.date
        var policy = try trust.policy()
        if let root = access.receiptRoot { policy = policy.adding([root]) }
        return VerifyReceiptReplacement(
            asking: try client(access),
            policy: policy,
            now: { date ?? Date() },
            onRefusal: { Terminal.complain("\($0)") }
        )
    }

    private func client(_ access: APIKeyOptions.Access) throws -> ServerAPIClient {
        var policy = try trust.policy()
        if let root = access.root { policy = policy.adding([root]) }
        let app = AppIdentity(bundleID: access.bundleID)
        let date = trust.at?.date
        let now: @Sendable () -> Date = { date ?? Date() }
        // The time of a local store may be years from now.
        let skew: TimeInterval = access.url == nil ? 86_400 : 100 * 365 * 86_400
        let base = try url.map { try HTTPAddress(argument: $0, of: "--url").url } ?? access.url
        return ServerAPIClient(
            key: access.key,
            app: app,
            verifier: SignedDataVerifier(policy: policy, apps: [app], maximumClockSkew: skew, now: now),
            addresses: base.map(ServerAPIAddresses.init(base:)) ?? .apple,
            routing: routing(access),
            // A local store knows its purchases at once.
            limits: access.environment == nil ? ServerAPILimits() : ServerAPILimits(freshPurchaseWindow: 0)
        )
    }

    /// Whom to ask: a local store is in one environment, and answers as Apple's servers of the other one would.
    private func routing(_ access: APIKeyOptions.Access) -> ServerAPIRouting {
        if production { return .production }
        if sandbox { return .sandbox }
        return access.environment.map(ServerAPIRouting.only) ?? .productionThenSandbox
    }
}
