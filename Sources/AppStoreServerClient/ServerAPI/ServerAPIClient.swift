public import AppStoreModels
public import AppStoreTrust
public import Foundation
public import OutgoingHTTP

/// A client of the App Store Server API: every call, with answers whose signatures have been checked.
///
/// ```swift
/// let key = try InAppPurchaseKey(pem: pem, keyID: "2X9R4HXF34", issuerID: "57246542-96fe-1a63-e053-0824d011072a")
/// let client = ServerAPIClient(key: key, app: AppIdentity(bundleID: "com.example.app"))
/// let statuses = try await client.subscriptionStatuses(of: identifier)
/// ```
///
/// - A token is signed when it is needed, and used until shortly before it ends.
/// - A transaction that production does not know is looked for in the sandbox, and one that neither knows again for some
///   seconds: the device may have bought it just now.
/// - What failed for now is sent again, but only where that is safe; a whole call has one deadline.
/// - A client keeps below the limits of the App Store. Keep one client for long, so that it knows what it has sent.
///
/// All throw ``ServerAPIError``, which says what to do next. Cancelling the task ends a call at once.
public struct ServerAPIClient: Sendable {
    let sender: ServerAPISender
    let app: AppIdentity
    let verifier: SignedDataVerifier
    let routing: ServerAPIRouting
    let limits: ServerAPILimits

    /// A client.
    ///
    /// - Parameters:
    ///   - key: The In-App Purchase key.
    ///   - app: The app that calls are about.
    ///   - verifier: Checks what is signed in answers; nil for what the App Store signs about `app`.
    ///   - addresses: Apple's servers, or a local store's.
    ///   - routing: Which environments are asked about a transaction. Calls that are about none go to the first.
    ///   - retryPolicy: How often what failed for now is sent to one environment.
    ///   - limits: How long and how much is waited for.
    ///   - transport: The door to the network.
    ///   - now: The current time, for tokens and for `Retry-After`.
    ///   - sleep: How to wait, in seconds; throws `CancellationError`.
    ///   - uptime: Seconds since some moment; measures how long a call takes.
    public init(
        key: InAppPurchaseKey,
        app: AppIdentity,
        verifier: SignedDataVerifier? = nil,
        addresses: ServerAPIAddresses = .apple,
        routing: ServerAPIRouting = .productionThenSandbox,
        retryPolicy: RetryPolicy = RetryPolicy(),
        limits: ServerAPILimits = ServerAPILimits(),
        transport: any HTTPTransport = AsyncHTTPClientTransport(),
        now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(seconds: $0) },
        uptime: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
    ) {
        self.verifier = verifier ?? SignedDataVerifier(apps: [app], now: now)
        self.app = app
        self.routing = routing
        self.limits = limits
        sender = ServerAPISender(
            addresses: addresses,
            tokens: BearerTokens(key: key, bundleID: app.bundleID, life: limits.tokenLife, now: now),
            limiter: RateLimiter(uptime: uptime),
            bundleID: app.bundleID,
            retryPolicy: retryPolicy,
            limits: limits,
            transport: transport,
            sleep: sleep,
            uptime: uptime,
            now: now
        )
    }

    private init(_ client: ServerAPIClient, _ sender: ServerAPISender, routing: ServerAPIRouting) {
        (app, verifier, limits) = (client.app, client.verifier, client.limits)
        (self.sender, self.routing) = (sender, routing)
    }

    /// The same client, which counts what other processes send against the limits, too.
    package func sharing(_ turns: any SharedTurns) -> ServerAPIClient {
        var sender = sender
        sender.shared = turns
        return ServerAPIClient(self, sender, routing: routing)
    }

    /// The same client, which asks other environments; both count against the same limits.
    public func asking(_ routing: ServerAPIRouting) -> ServerAPIClient {
        ServerAPIClient(self, sender, routing: routing)
    }

    /// The routing to the one environment that is known to have what is asked for.
    static func routing(to environment: AppStoreEnvironment) -> ServerAPIRouting {
        environment == .production ? .production : .sandbox
    }

    /// Sends a call that is answered with a JSON object.
    func answer(
        _ call: ServerAPICall,
        _ routing: ServerAPIRouting? = nil
    ) async throws(ServerAPIError) -> VerifiedAnswer {
        try VerifiedAnswer(try await sender.send(call, routing ?? self.routing), call.endpoint, verifier)
    }

    /// Sends a call whose answer says nothing but that it was done.
    func perform(_ call: ServerAPICall) async throws(ServerAPIError) {
        _ = try await sender.send(call, routing)
    }
}
