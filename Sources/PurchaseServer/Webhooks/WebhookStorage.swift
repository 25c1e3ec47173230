package import Foundation

/// Where events, endpoints and deliveries are kept.
///
/// Rules for every implementation, besides those of ``PurchaseStorage``:
/// 1. An event and its deliveries are written in the same transaction as the fact that caused them: what was acknowledged
///    to the App Store or the app is told to every endpoint that existed then, whatever happens in between.
/// 2. A transition of a purchase is one event, however often and in whatever order it was stated.
/// 3. An event has the same identifier whenever it is sent.
package protocol WebhookStorage: Sendable {
    /// Keeps a new endpoint.
    ///
    /// - Throws: ``PurchaseServerError``, code `tooManyEndpoints`.
    func add(_ endpoint: WebhookEndpoint, secret: WebhookSecret) async throws

    /// All endpoints, the oldest first.
    func webhookEndpoints() async throws -> [WebhookEndpoint]

    /// Changes an endpoint. Of two who change it at once the second changes what the first made of it.
    ///
    /// - Returns: What it is from now on; nil if there is none of this identifier.
    func changeWebhookEndpoint(
        _ identifier: String,
        _ change: @escaping @Sendable (inout WebhookEndpoint) -> Void
    ) async throws -> WebhookEndpoint?

    /// Removes an endpoint with its deliveries; false if there is none.
    func removeWebhookEndpoint(_ identifier: String) async throws -> Bool

    /// Adds a secret; those in use before sign along until `end`.
    func rotateSecret(of endpoint: String, to secret: WebhookSecret, until end: Date) async throws -> Bool

    /// Writes down what time alone has changed about purchases and grants.
    ///
    /// - Returns: How many were looked at; as many as `limit` if there may be more.
    func noteTimePassing(at date: Date, limit: Int) async throws -> Int

    /// Keeps an event that was made by hand, for one endpoint; false if there is none.
    func addTestEvent(to endpoint: String, at date: Date) async throws -> Bool

    /// Events after the one with a number, the oldest first. Whoever reads on from the last of them misses none.
    func events(after number: Int64, of customer: CustomerID?, limit: Int) async throws -> [StoredPurchaseEvent]

    /// Deliveries that are due, at most so many for each endpoint.
    func dueDeliveries(at date: Date, perEndpoint limit: Int) async throws -> [DueDelivery]

    /// The same, for whoever sends them: where several servers share the storage no other one gets them for a while.
    ///
    /// - Parameter isWanted: Whether those to an endpoint of this identifier are wanted.
    func takeDueDeliveries(
        at date: Date,
        perEndpoint limit: Int,
        to isWanted: @escaping @Sendable (String) -> Bool
    ) async throws -> [DueDelivery]

    /// Keeps what came of an attempt; the schedule says when the next one is.
    func record(_ attempt: WebhookAttempt, of delivery: Int64) async throws

    /// Deliveries, the newest first.
    func deliveries(of endpoint: String?, state: WebhookDelivery.State?, before: Int64?, limit: Int) async throws
        -> [WebhookDelivery]

    /// What came of each attempt of a delivery, the newest first.
    func attempts(of delivery: Int64) async throws -> [WebhookAttempt]

    /// Sends a delivery again as soon as possible; false if there is none.
    func resend(_ delivery: Int64, at date: Date) async throws -> Bool

    /// Forgets delivered and dead deliveries and events older than a date.
    func forgetEvents(before date: Date, limit: Int) async throws -> Int
}
