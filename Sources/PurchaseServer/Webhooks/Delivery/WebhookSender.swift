import AppStoreModels
import Foundation
import Logging

/// Sends what is due, each delivery once in a round.
///
/// Endpoints are served side by side, and an endpoint that did not answer in time is left alone for the rest of the round, so
/// that one that is slow or gone never holds up the others: a round takes little longer than ``timeout``.
struct WebhookSender: Sendable {
    let storage: any WebhookStorage
    let rule: WebhookAddressRule
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let logger: Logger
    /// The products of each level, for receivers who hear of entitlements.
    var levels: [String: Set<String>] = [:]
    /// Hears of each attempt.
    var onAttempt: @Sendable (WebhookAttempt) -> Void = { _ in }

    /// How long, in seconds, a receiver may take.
    static let timeout: TimeInterval = 10
    /// How many deliveries of an endpoint a round sends.
    static let perRound = 50
    /// How many of them are on their way at the same time.
    private static let atOnce = 5

    /// - Returns: How many were tried.
    func deliverDue() async throws -> Int {
        let due = try await storage.takeDueDeliveries(at: now(), perEndpoint: Self.perRound)
        let byEndpoint = Dictionary(grouping: due, by: \.endpoint.identifier)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for deliveries in byEndpoint.values {
                group.addTask { try await self.deliver(deliveries) }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Sends to one endpoint, the oldest first, until it fails to answer.
    private func deliver(_ deliveries: [DueDelivery]) async throws -> Int {
        var tried = 0
        var rest = deliveries[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.atOnce)
            rest = rest.dropFirst(Self.atOnce)
            let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
                for delivery in batch { group.addTask { try await self.deliver(delivery) } }
                return try await group.reduce(true) { $0 && $1 }
            }
            tried += batch.count
            guard answered else { break }
        }
        return tried
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
        return RevenueCatEvents(source: source, levels: levels).bodies
    }

    private func request(to url: URL, _ body: Data, of delivery: DueDelivery) -> HTTPTransportRequest {
        var headers = [
            "Purser-Event-Id": delivery.eventIdentifier,
            WebhookSignature.header: WebhookSignature.value(of: body, secrets: delivery.secrets, at: now()),
        ]
        headers["Authorization"] = delivery.endpoint.authorization
        return HTTPTransportRequest(
            url: url,
            body: body,
            timeout: Self.timeout,
            maximumResponseLength: 65_536,
            headers: headers
        )
    }

    private func attempt(_ delivery: DueDelivery) async throws -> WebhookAttempt {
        do {
            let destination = try await rule.destination(of: delivery.endpoint.address)
            guard let url = URL(string: delivery.endpoint.address) else {
                return WebhookAttempt(date: now(), status: nil, failure: "the address cannot be read")
            }
            var last: Int?
            for body in bodies(of: delivery) {
                var request = request(to: url, body, of: delivery)
                request.connectAddress = destination
                let status = try await transport.send(request).status
                guard (200..<300).contains(status) else {
                    let failure = "the receiver answered \(status); it must answer 200 to 299"
                    return WebhookAttempt(date: now(), status: status, failure: failure)
                }
                last = status
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
