public import AppStoreModels
public import Foundation
public import OutgoingHTTP

/// Asks the App Store whether a receipt is genuine and what it says.
///
/// ```swift
/// let client = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret))
/// let answer = try await client.verify(receiptData: receipt.base64EncodedString())
/// let facts = PurchaseFacts(answer.response, environment: answer.environment, receivedAt: Date())
/// ```
///
/// Production is asked first; the sandbox only when production says that the receipt is from there (status 21007), because
/// App Review uses a production build against the sandbox. Failures that may pass are tried again within limits.
public struct VerifyReceiptClient: Sendable {
    /// Waits for this many seconds, or throws `CancellationError`.
    public typealias Sleeper = @Sendable (TimeInterval) async throws -> Void

    private let endpoints: VerifyReceiptEndpoints
    private let sharedSecret: AppSharedSecret?
    private let retryPolicy: RetryPolicy
    private let limits: Limits
    private let transport: any HTTPTransport
    private let sleep: Sleeper
    private let uptime: @Sendable () -> TimeInterval

    /// How long and how much is waited for.
    public struct Limits: Sendable, Hashable {
        /// How long one answer may take, in seconds.
        public var timeout: TimeInterval
        /// How long the whole question may take, in seconds: both servers, all attempts and the waits between them.
        public var totalTimeout: TimeInterval
        /// The longest answer that is read, in bytes; Apple's reach a few megabytes for old accounts.
        public var maximumResponseLength: Int

        /// Limits.
        public init(
            timeout: TimeInterval = 30,
            totalTimeout: TimeInterval = 60,
            maximumResponseLength: Int = 32 * 1024 * 1024
        ) {
            self.timeout = timeout
            self.totalTimeout = totalTimeout
            self.maximumResponseLength = maximumResponseLength
        }
    }

    /// A client.
    ///
    /// - Parameters:
    ///   - endpoints: Apple's servers, or a local store's.
    ///   - sharedSecret: Needed for receipts with auto-renewable subscriptions. It is sent to the endpoints only.
    ///   - retryPolicy: What happens when the App Store has no answer for now.
    ///   - limits: How long and how much is waited for.
    ///   - transport: The door to the network.
    ///   - sleep: How to wait between two requests.
    ///   - uptime: Seconds since some moment; measures how long a question takes.
    public init(
        endpoints: VerifyReceiptEndpoints = .apple,
        sharedSecret: AppSharedSecret? = nil,
        retryPolicy: RetryPolicy = RetryPolicy(),
        limits: Limits = Limits(),
        transport: any HTTPTransport = AsyncHTTPClientTransport(),
        sleep: @escaping Sleeper = { try await Task.sleep(seconds: $0) },
        uptime: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
    ) {
        self.endpoints = endpoints
        self.sharedSecret = sharedSecret
        self.retryPolicy = retryPolicy
        self.limits = limits
        self.transport = transport
        self.sleep = sleep
        self.uptime = uptime
    }

    /// Verifies a receipt.
    ///
    /// - Parameters:
    ///   - receiptData: The receipt in standard base64 without line breaks.
    ///   - excludeOldTransactions: Whether only the newest transaction of each subscription is wanted.
    ///   - environment: The server that is asked first; leave it at production unless the receipt was verified before.
    /// - Throws: ``VerifyReceiptError``; its `isRetryable` says whether to come back later.
    public func verify(
        receiptData: String,
        excludeOldTransactions: Bool = false,
        startingWith environment: AppStoreEnvironment = .production
    ) async throws(VerifyReceiptError) -> VerifyReceiptAnswer {
        let body = requestBody(receiptData, excludeOldTransactions)
        let end = uptime() + limits.totalTimeout
        var server = environment == .production ? AppStoreEnvironment.production : .sandbox
        var sent = 0
        // Two rounds: the first server, and the one it names. Servers that name each other are not followed in circles.
        for _ in 0..<2 {
            switch try await ask(server, body, until: end, &sent) {
            case .verified(let response, let held):
                return VerifyReceiptAnswer(
                    response: Verified(byVerifier: response),
                    environment: server,
                    attempts: sent,
                    held: held
                )
            case .elsewhere(let other) where other != server:
                server = other
            case .elsewhere, .failed:
                throw undecided(server, sent)
            }
        }
        throw undecided(server, sent)
    }

    /// Asks one server until it answers, until the policy says stop, or until the time is up.
    private func ask(
        _ server: AppStoreEnvironment,
        _ body: Data,
        until end: TimeInterval,
        _ sent: inout Int
    ) async throws(VerifyReceiptError) -> VerifyReceiptOutcome {
        var attempts = 0
        while true {
            let remaining = end - uptime()
            guard remaining > 0 else { throw VerifyReceiptError(.outOfTime(limits), server, attempts: sent) }
            attempts += 1
            sent += 1
            let outcome = await attempt(server, body, timeout: min(limits.timeout, remaining))
            guard case .failed(let failure) = outcome else { return outcome }
            guard failure.isRetryable,
                let delay = retryPolicy.delay(
                    after: attempts,
                    failure: failure.code,
                    retryAfter: failure.retryAfter
                ), uptime() + delay < end
            else { throw VerifyReceiptError(failure, server, attempts: sent) }
            do {
                try await sleep(delay)
            } catch {
                throw VerifyReceiptError(.cancelled(reason: "cancelled while waiting"), server, attempts: sent)
            }
        }
    }

    private func attempt(
        _ server: AppStoreEnvironment,
        _ body: Data,
        timeout: TimeInterval
    ) async -> VerifyReceiptOutcome {
        let request = HTTPTransportRequest(
            url: endpoints.url(of: server),
            body: body,
            timeout: timeout,
            maximumResponseLength: limits.maximumResponseLength
        )
        do {
            return VerifyReceiptOutcome(try await transport.send(request))
        } catch is CancellationError {
            return .failed(.cancelled(reason: "cancelled while waiting for the answer"))
        } catch let error as HTTPTransportError where error.code == .invalidAddress {
            return .failed(.init(code: .requestRefused, reason: "check the address of the server: \(error.reason)"))
        } catch let error as HTTPTransportError where error.code == .responseTooLong {
            return .failed(.init(code: .responseTooLong, reason: error.reason))
        } catch {
            return .failed(.init(code: .unavailable, reason: "\(error); try later", isRetryable: true))
        }
    }

    private func requestBody(_ receiptData: String, _ excludeOldTransactions: Bool) -> Data {
        var request = VerifyReceiptRequest()
        request.receiptData = receiptData
        request.password = sharedSecret?.value
        if excludeOldTransactions { request.excludeOldTransactions = true }
        return request.jsonData
    }

    private func undecided(_ server: AppStoreEnvironment, _ attempts: Int) -> VerifyReceiptError {
        VerifyReceiptError(
            .init(
                code: .environmentUndecided,
                reason: "production and sandbox each say that the receipt belongs to the other",
                isRetryable: true
            ),
            server,
            attempts: attempts
        )
    }
}

extension VerifyReceiptOutcome.Failure {
    fileprivate static func cancelled(reason: String) -> Self {
        Self(code: .cancelled, reason: reason)
    }

    fileprivate static func outOfTime(_ limits: VerifyReceiptClient.Limits) -> Self {
        let reason = "no answer within \(limits.totalTimeout) seconds; try later"
        return Self(code: .unavailable, reason: reason, isRetryable: true)
    }
}

extension VerifyReceiptError {
    fileprivate init(_ failure: VerifyReceiptOutcome.Failure, _ server: AppStoreEnvironment, attempts: Int) {
        code = failure.code
        reason = failure.reason
        status = failure.status
        environment = server
        self.attempts = attempts
        isRetryable = failure.isRetryable || failure.code == .cancelled
    }
}
