import Foundation

extension PurchaseServerApplication {
    /// Where webhooks may be.
    var webhookRule: WebhookAddressRule {
        WebhookAddressRule(allowsPrivate: configuration.allowsPrivateWebhooks, resolve: configuration.resolveHost)
    }

    /// Sends what is due.
    var webhooks: WebhookSender {
        WebhookSender(
            storage: storage,
            rule: webhookRule,
            transport: configuration.transport,
            now: configuration.now,
            outsideNow: configuration.outsideNow ?? configuration.now,
            uptime: configuration.uptime,
            logger: configuration.logger,
            catalogue: configuration.customers.levels,
            onAttempt: { [metrics] in metrics.delivery($0) }
        )
    }

    /// Writes down what time alone has changed, and sends to webhooks what is due now; what the server does by itself in
    /// intervals.
    ///
    /// - Returns: Whether there is more to do at once.
    @discardableResult
    public func sendWebhooksDue() async throws -> Bool {
        try await WebhookService(
            sender: webhooks,
            interval: 0,
            retention: configuration.eventRetention,
            sleep: configuration.sleep
        ).round()
    }
}
