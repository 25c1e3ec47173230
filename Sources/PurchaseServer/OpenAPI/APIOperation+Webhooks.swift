import HTTPServing
import HTTPTypes

extension APIOperation {
    private static let number = JSONSchema.integer(0...Int(Int32.max))
    private static let limit = JSONSchema.integer(1...200)

    /// To whom is told what happens to purchases.
    static let webhooks: [Self] = [
        Self(.server, .get, "/v1/webhooks", "All webhooks, without their secrets.", for: .scope(.events))
            .answering(.object(["webhooks": .list(of: .named("Webhook"))])),
        Self(
            .server,
            .post,
            "/v1/webhooks",
            "Makes a webhook; its secret is in this answer only.",
            for: .scope(.events)
        )
        .taking(.named("WebhookWish")).answering(201, .named("Webhook"))
        .refusing(400, "The body is wrong.").refusing(409, "This request is being carried out.")
        .refusing(413, "The body is too long.").refusing(422, "Nothing may be sent to this address."),
        Self(.server, .patch, "/v1/webhooks/{webhook}", "Changes a webhook.", for: .scope(.events))
            .taking(.named("WebhookWish"), isNeeded: false).answering(.named("Webhook"))
            .refusing(400, "The body is wrong.").refusing(404, "There is no such webhook.")
            .refusing(413, "The body is too long.").refusing(422, "Nothing may be sent to this address."),
        Self(.server, .delete, "/v1/webhooks/{webhook}", "Removes a webhook.", for: .scope(.events))
            .answering(nothing: 204).refusing(404, "There is no such webhook."),
        Self(.server, .post, "/v1/webhooks/{webhook}/secret", "Makes a new secret.", for: .scope(.events))
            .taking(.body([:], ["overlapSeconds": .integer(0...2_592_000)]), isNeeded: false)
            .answering(201, .object(["secret": .text, "previousSecretEndDate": .date]))
            .refusing(400, "The body is wrong.").refusing(404, "There is no such webhook.")
            .refusing(409, "This request is being carried out.").refusing(413, "The body is too long."),
        Self(.server, .post, "/v1/webhooks/{webhook}/test", "Sends an event to try it.", for: .scope(.events))
            .taking(.nothing, isNeeded: false).refusing(400, "The body says something.")
            .answering(nothing: 202, "It will be sent.").refusing(404, "There is no such webhook.")
            .refusing(409, "This request is being carried out."),
    ]

    /// What was told.
    static let deliveries: [Self] = [
        Self(
            .server,
            .get,
            "/v1/webhooks/{webhook}/deliveries",
            "What was sent, the newest first.",
            for: .scope(.events)
        )
        .asking("state", .choice(["pending", "delivered", "dead"])).asking("before", number).asking("limit", limit)
        .answering(.object(["deliveries": .list(of: .named("Delivery"))], ["next": .integer]))
        .refusing(404, "There is no such webhook."),
        Self(.server, .get, "/v1/deliveries/{delivery}/attempts", "What came of each attempt.", for: .scope(.events))
            .answering(
                .object(["attempts": .list(of: .object(["date": .date], ["status": .integer, "failure": .text]))])
            )
            .refusing(404, "There is no such delivery."),
        Self(.server, .post, "/v1/deliveries/{delivery}/resend", "Sends it again.", for: .scope(.events))
            .taking(.nothing, isNeeded: false).refusing(400, "The body says something.")
            .answering(nothing: 202, "It will be sent.").refusing(404, "There is no such delivery.")
            .refusing(409, "This request is being carried out."),
        Self(.server, .get, "/v1/events", "What happened, the oldest first.", for: .scope(.events))
            .asking("after", number).asking("customer", .text(1...256)).asking("limit", limit)
            .answering(.object(["events": .list(of: .named("Event"))], ["next": .integer])),
    ]
}
