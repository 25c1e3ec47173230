import AppStoreModels
import Foundation

/// Sends calls: with a token, below the limits, again where that is safe, and never past the deadline.
struct ServerAPISender: Sendable {
    let addresses: ServerAPIAddresses
    let tokens: BearerTokens
    let limiter: RateLimiter
    /// What other processes send counts, too; nil if there are none.
    var shared: (any SharedTurns)?
    /// Whose limits they are.
    let bundleID: String
    let retryPolicy: RetryPolicy
    let limits: ServerAPILimits
    let transport: any HTTPTransport
    let sleep: @Sendable (TimeInterval) async throws -> Void
    let uptime: @Sendable () -> TimeInterval
    let now: @Sendable () -> Date

    /// A body, and who sent it.
    struct Answer: Sendable {
        let response: HTTPTransportResponse
        let environment: AppStoreEnvironment

        var body: Data { response.body }
    }

    /// One whole call, from the first request to the last.
    private struct Course {
        let call: ServerAPICall
        let end: TimeInterval
        var sent = 0
    }

    /// Sends a call to the environments of a routing in turn, and again while the purchase may be too fresh to be known.
    func send(_ call: ServerAPICall, _ routing: ServerAPIRouting) async throws(ServerAPIError) -> Answer {
        let start = uptime()
        var course = Course(call: call, end: start + limits.totalTimeout)
        var delay = retryPolicy.firstDelay
        while true {
            let unknown: ServerAPIError
            do {
                return try await sendToEach(&course, routing)
            } catch {
                guard call.endpoint.isLookUp, error.errorCode == .transactionIDNotFound else { throw error }
                unknown = error
            }
            let wait = max(delay, 0.1)
            guard uptime() + wait <= min(start + limits.freshPurchaseWindow, course.end) else { throw unknown }
            try await pause(wait, course, unknown.environment)
            delay = min(wait * 2, retryPolicy.maximumDelay)
        }
    }

    /// Asks the environments in turn until one knows.
    private func sendToEach(
        _ course: inout Course,
        _ routing: ServerAPIRouting
    ) async throws(ServerAPIError) -> Answer {
        let isLookUp = course.call.endpoint.isLookUp
        let environments = isLookUp ? routing.environments : Array(routing.environments.prefix(1))
        var first: ServerAPIError?
        var isUnknownEverywhere = routing.isComplete
        for environment in environments.map(\.appStoreEnvironment) {
            do {
                return Answer(response: try await ask(environment, &course), environment: environment)
            } catch {
                // Of two environments that both do not know, the sandbox's 404 says more than production's 401.
                let isUnknown = error.isUnknownHere
                if error.code == .unauthenticated { isUnknownEverywhere = false }
                first = first.map { error.isUnknownHere && $0.code == .unauthenticated ? error : $0 } ?? error
                guard isUnknown else { throw error }
            }
        }
        guard var first else { throw ServerAPIError.invalidRequest("the routing names no environment") }
        if isLookUp, isUnknownEverywhere { first.reason = Self.unknown(first, environments) }
        throw first.completed(course.call.endpoint, first.environment, course.sent)
    }

    /// Why nobody knows what was asked for, in words that send the reader to no other environment.
    private static func unknown(_ error: ServerAPIError, _ asked: [ServerAPIRouting.Environment]) -> String {
        let meaning = error.errorCode?.meaning ?? "it is not known"
        let who =
            asked.count > 1
            ? "neither production nor the sandbox knows it, and a purchase of the last minutes may not be known yet"
            : "the server has no other environment"
        return "\(meaning); check the identifier: \(who)"
    }

    /// Asks one environment until it answers, until the policy says stop, or until the time is up.
    private func ask(
        _ environment: AppStoreEnvironment,
        _ course: inout Course
    ) async throws(ServerAPIError) -> HTTPTransportResponse {
        var attempts = 0
        while true {
            try await takeTurn(environment, course)
            attempts += 1
            course.sent += 1
            switch await attempt(environment, course) {
            case .success(let response): return response
            case .failure(let failure, let again):
                let error = failure.completed(course.call.endpoint, environment, course.sent)
                if error.code == .unauthenticated { tokens.forget() }
                await close(environment, course, error)
                guard let delay = delay(after: attempts, error, again, course) else { throw error }
                try await pause(delay, course, environment)
            }
        }
    }

    /// Waits until the limits allow one more request.
    private func takeTurn(_ environment: AppStoreEnvironment, _ course: Course) async throws(ServerAPIError) {
        let remaining = course.end - uptime()
        guard remaining > 0 else { throw outOfTime(course, environment) }
        let rate = course.call.endpoint.rate
        guard let own = limiter.reserve(rate, in: environment, patience: remaining) else {
            throw usedUp(rate, environment, course)
        }
        guard let common = await commonWait(rate, environment, remaining) else {
            limiter.giveBack(rate, in: environment)
            // The common count says only that it is longer than this.
            throw usedUp(rate, environment, course, atLeast: remaining)
        }
        let wait = max(own, common)
        guard wait > 0 else { return }
        do {
            try await pause(wait, course, environment)
        } catch {
            limiter.giveBack(rate, in: environment)
            throw error
        }
    }

    private func attempt(_ environment: AppStoreEnvironment, _ course: Course) async -> ServerAPIAnswer {
        let request: HTTPTransportRequest
        do {
            request = HTTPTransportRequest(
                url: try course.call.url(below: addresses.base(of: environment)),
                method: course.call.endpoint.method,
                contentType: course.call.contentType,
                body: course.call.body,
                timeout: max(0.001, min(limits.timeout, course.end - uptime())),
                maximumResponseLength: limits.maximumResponseLength,
                headers: ["Authorization": "Bearer \(try tokens.token())", "Accept": "application/json"]
            )
        } catch {
            return .failure(error, again: .never)
        }
        do {
            return ServerAPIAnswer(try await transport.send(request), now: now())
        } catch {
            return ServerAPIAnswer(failure: error)
        }
    }

    /// The wait before the next request; nil if there is none.
    private func delay(
        after attempts: Int,
        _ error: ServerAPIError,
        _ again: ServerAPIAnswer.Again,
        _ course: Course
    ) -> TimeInterval? {
        let isAllowed =
            switch again {
            case .never: false
            case .always: true
            case .once: attempts < 2 && course.call.endpoint.isRepeatable
            case .ifRepeatable: course.call.endpoint.isRepeatable
            }
        let asked = error.retryAt.map { max(0, $0.timeIntervalSince(now())) }
        guard isAllowed, let delay = retryPolicy.delay(after: attempts, retryAfter: asked),
            uptime() + delay < course.end
        else { return nil }
        return delay
    }

    /// How long to wait because of what other processes send; nil if no place comes free soon enough.
    private func commonWait(
        _ rate: ServerAPIRateClass,
        _ environment: AppStoreEnvironment,
        _ patience: TimeInterval
    ) async -> TimeInterval? {
        guard let shared else { return 0 }
        // Without an answer of the common count this client's own holds.
        do { return try await shared.reserve(limit(rate, environment), patience: patience) } catch { return 0 }
    }

    private func usedUp(
        _ rate: ServerAPIRateClass,
        _ environment: AppStoreEnvironment,
        _ course: Course,
        atLeast wait: TimeInterval = 0
    ) -> ServerAPIError {
        var error = ServerAPIError(
            .rateLimited,
            "the App Store allows \(rate.rawValue) of these calls a second (a tenth of it in the sandbox), and for longer "
                + "than the deadline this client's are used up, or it was told to wait; call later or less often"
        )
        error.isRetryable = true
        error.retryAt = now().addingTimeInterval(max(wait, limiter.wait(rate, in: environment)))
        return error.completed(course.call.endpoint, environment, course.sent)
    }

    /// A server that says when to come back says it about all calls of that limit.
    private func close(_ environment: AppStoreEnvironment, _ course: Course, _ error: ServerAPIError) async {
        guard error.code == .rateLimited, let moment = error.retryAt else { return }
        let (rate, seconds) = (course.call.endpoint.rate, moment.timeIntervalSince(now()))
        limiter.close(rate, in: environment, for: seconds)
        // Who cannot be told finds out by asking.
        _ = try? await shared?.close(limit(rate, environment), for: seconds)
    }

    private func limit(_ rate: ServerAPIRateClass, _ environment: AppStoreEnvironment) -> SharedLimit {
        let perSecond = rate.perSecond(in: environment)
        return SharedLimit(
            name: "\(bundleID)/\(rate.rawValue)/\(environment == .production ? "production" : "sandbox")",
            capacity: TokenBucket.capacity(of: perSecond),
            perSecond: TokenBucket.refill(of: perSecond)
        )
    }

    private func pause(
        _ seconds: TimeInterval,
        _ course: Course,
        _ environment: AppStoreEnvironment?
    ) async throws(ServerAPIError) {
        do {
            try await sleep(seconds)
        } catch {
            throw ServerAPIError(.cancelled, "cancelled while waiting")
                .completed(course.call.endpoint, environment, course.sent)
        }
    }

    private func outOfTime(_ course: Course, _ environment: AppStoreEnvironment) -> ServerAPIError {
        var error = ServerAPIError(.timedOut, "no answer within \(limits.totalTimeout) seconds; try later")
        error.isRetryable = true
        return error.completed(course.call.endpoint, environment, course.sent)
    }
}

extension ServerAPIAnswer {
    /// No answer came.
    fileprivate init(failure: any Error) {
        switch failure {
        case is CancellationError:
            self = .failure(ServerAPIError(.cancelled, "cancelled while waiting for the answer"), again: .never)
        case let error as HTTPTransportError where error.code == .invalidAddress:
            self = .failure(.invalidRequest("check the address of the server: \(error.reason)"), again: .never)
        case let error as HTTPTransportError where error.code == .responseTooLong:
            self = .failure(ServerAPIError(.responseTooLong, error.reason), again: .never)
        case let error as HTTPTransportError where error.code == .noReceiver:
            // Nothing was sent, so nothing was done.
            self = .failure(.unavailable("\(error)"), again: .always)
        default:
            self = .failure(.unavailable("\(failure)"), again: .ifRepeatable)
        }
    }
}

extension ServerAPIRouting.Environment {
    fileprivate var appStoreEnvironment: AppStoreEnvironment { self == .production ? .production : .sandbox }
}

extension ServerAPIError {
    fileprivate static func unavailable(_ text: String) -> ServerAPIError {
        var error = ServerAPIError(.unavailable, "\(text); try later")
        error.isRetryable = true
        return error
    }

    /// Whether another environment may know what this one does not.
    fileprivate var isUnknownHere: Bool {
        code == .unauthenticated
            || [.transactionIDNotFound, .originalTransactionIDNotFound].contains(errorCode)
    }

    func completed(
        _ endpoint: ServerAPIEndpoint,
        _ environment: AppStoreEnvironment?,
        _ attempts: Int
    ) -> ServerAPIError {
        var error = self
        error.endpoint = endpoint
        error.environment = environment
        error.attempts = attempts
        return error
    }
}

extension RetryPolicy {
    /// The wait before the next request, in seconds; nil if none is to be sent, or the server wants a longer one.
    fileprivate func delay(after attempts: Int, retryAfter: TimeInterval?) -> TimeInterval? {
        guard attempts < maximumAttempts else { return nil }
        let doubled = min(firstDelay * Double(1 << min(max(attempts - 1, 0), 16)), maximumDelay)
        let delay = max(doubled, retryAfter ?? 0)
        return delay <= maximumDelay ? delay : nil
    }
}
