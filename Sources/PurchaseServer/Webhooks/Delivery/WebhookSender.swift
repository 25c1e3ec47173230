import AppStoreModels
import Entitlements
import Foundation
import Logging

/// Sends what is due.
///
/// Endpoints are served side by side, each at its own pace, and one that did not answer in time is left alone until the
/// next round. Of each endpoint only as many deliveries are taken as are sent at once: whatever is taken is begun, and is
/// over before another server that shares the storage could take it.
struct WebhookSender: Sendable {
    let storage: any WebhookStorage
    let rule: WebhookAddressRule
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    /// The time by which receivers judge signatures.
    let outsideNow: @Sendable () -> Date
    /// Measures how long a look-up takes.
    let uptime: @Sendable () -> TimeInterval
    let logger: Logger
    /// Which levels there are, for receivers who hear of all that a product or a grant gives.
    var catalogue = LevelCatalogue()
    /// Hears of each attempt.
    var onAttempt: @Sendable (WebhookAttempt) -> Void = { _ in }

    /// How long, in seconds, a receiver may take, the look-up of its name included.
    static let timeout: TimeInterval = 10
    /// How many deliveries of an endpoint a round sends.
    static let perRound = 50
    /// How many of them are taken together, and on their way at the same time.
    private static let atOnce = 5

    /// One round, which is over when all that it has begun is: for whoever sends now and then.
    ///
    /// - Returns: How many were tried.
    func deliverDue() async throws -> Int {
        let portions = try await takeDue { _ in true }
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for portion in portions {
                group.addTask { try await self.deliver(portion, upTo: Self.perRound) }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Takes what is sent first.
    ///
    /// - Parameter isWanted: Whether something is sent to an endpoint of this identifier.
    /// - Returns: A portion for each endpoint for which something is due.
    func takeDue(to isWanted: @escaping @Sendable (String) -> Bool) async throws -> [[DueDelivery]] {
        let due = try await storage.takeDueDeliveries(at: now(), perEndpoint: Self.atOnce, to: isWanted)
        return Array(Dictionary(grouping: due, by: \.endpoint.identifier).values)
    }

    /// Sends to one endpoint, the oldest first, until nothing is due or it fails to answer.
    ///
    /// - Parameters:
    ///   - first: What was taken for it.
    ///   - limit: No more is taken after so many.
    /// - Returns: How many were tried.
    @discardableResult
    func deliver(_ first: [DueDelivery], upTo limit: Int = .max) async throws -> Int {
        var (portion, tried) = (first, 0)
        while let endpoint = portion.first?.endpoint.identifier {
            let answered = try await send(portion)
            tried += portion.count
            // Fewer than there may be in a portion were the last.
            guard answered, portion.count == Self.atOnce, tried < limit else { break }
            portion = try await takeDue { $0 == endpoint }.first ?? []
        }
        return tried
    }

    /// - Returns: Whether there was an answer to each.
    private func send(_ portion: [DueDelivery]) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for delivery in portion { group.addTask { try await self.deliver(delivery) } }
            return try await group.reduce(true) { $0 && $1 }
        }
    }

    /// - Returns: Whether there was an answer.
    private func deliver(_ delivery: DueDelivery) async throws -> Bool {
        let attempt = try await attempt(delivery)
        try await storage.record(attempt, of: delivery.identifier)
        onAttempt(attempt)
        if let failure = attempt.failure {
            logger.warning(
                "webhook not delivered",
                metadata: [
                    "endpoint": "\(delivery.endpoint.identifier)", "event": "\(delivery.eventIdentifier)",
                    "attempt": "\(delivery.attempts + 1)", "failure": "\(failure)",
                ]
            )
        }
        return attempt.status != nil
    }

    /// One in our own words; in those of others an event may be several, or none.
    private func bodies(of delivery: DueDelivery) -> [Data] {
        guard let source = delivery.source else { return [delivery.body] }
        return RevenueCatEvents(source: source, catalogue: catalogue).bodies
    }

    private func request(
        to url: URL,
        _ body: Data,
        of delivery: DueDelivery,
        within timeout: TimeInterval
    ) -> HTTPTransportRequest {
        var headers = [
            "Purser-Event-Id": delivery.eventIdentifier,
            WebhookSignature.header: WebhookSignature.value(of: body, secrets: delivery.secrets, at: outsideNow()),
        ]
        headers["Authorization"] = delivery.endpoint.authorization
        return HTTPTransportRequest(
            url: url,
            body: body,
            timeout: timeout,
            maximumResponseLength: 65_536,
            headers: headers
        )
    }

    private func attempt(_ delivery: DueDelivery) async throws -> WebhookAttempt {
        do {
            let start = uptime()
            let destination = try await rule.destination(of: delivery.endpoint.address)
            // The look-up has taken from the time that the receiver has for the first body.
            var timeout = max(Self.timeout - (uptime() - start), 0)
            guard let url = URL(string: delivery.endpoint.address) else {
                return WebhookAttempt(date: now(), status: nil, failure: "the address cannot be read")
            }
            var last: Int?
            for body in bodies(of: delivery) {
                var request = request(to: url, body, of: delivery, within: timeout)
                request.connectAddress = destination
                let status = try await transport.send(request).status
                guard (200..<300).contains(status) else {
                    let failure = "the receiver answered \(status); it must answer 200 to 299"
                    return WebhookAttempt(date: now(), status: status, failure: failure)
                }
                (last, timeout) = (status, Self.timeout)
            }
            // What has no words in the receiver's language is told by being silent.
            return WebhookAttempt(date: now(), status: last ?? 204, failure: nil)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return WebhookAttempt(date: now(), status: nil, failure: String("\(error)".prefix(500)))
        }
    }
}
