import HTTPServing
import HTTPTypes

extension APIOperation {
    /// Everything, in the order of the documentation; a route that is not here is a defect, and so is the reverse.
    static let all: [Self] =
        customers(.app, at: "/v1/app", for: .app)
        + appCustomers + customers(.server, at: "/v1", for: .scope(.customers)) + directory + tokens + data + grants
        + balances + offerings + figures + webhooks + deliveries + keys + statementKeys + appStore + operation + console
        + settings

    private static func customers(_ part: Part, at place: String, for demand: KeyMiddleware.Demand) -> [Self] {
        [
            reading(part, at: place, for: demand),
            Self(part, .post, "\(place)/customers/{customer}/receipts", "Uploads a receipt.", for: demand)
                .taking(.named("Upload"))
                .answering(.named("Customer"), "Verified; what the customer owns now.")
                .answering(202, .named("Customer"), "Kept; the App Store is still to be heard. What is known so far.")
                .refusing(400, "The body, the receipt's encoding or the customer is wrong.")
                .refusing(409, "This request is being carried out, or the purchases are another customer's.")
                .refusing(413, "The receipt or the body is too long.")
                .refusing(422, "The receipt is not accepted; the code and the rule say why."),
            Self(part, .post, "\(place)/customers/{customer}/transactions", "Uploads signed data.", for: demand)
                .taking(.named("SignedUpload"))
                .answering(.named("Customer"), "Verified; what the customer owns now.")
                .refusing(400, "The body or the customer is wrong.")
                .refusing(409, "This request is being carried out, or the purchases are another customer's.")
                .refusing(413, "The body is too long.")
                .refusing(422, "Something in it is not accepted; the code and the rule say why. Nothing was stored."),
        ]
    }

    private static func reading(_ part: Part, at place: String, for demand: KeyMiddleware.Demand) -> Self {
        let reading = Self(part, .get, "\(place)/customers/{customer}", "What a customer owns now.", for: demand)
            .answering(.named("Customer")).refusing(400, "The customer is no name, or the query is wrong.")
        guard part == .app else { return reading }
        return reading.asking("nonce", .text(16...128)).asking("bundleId", .text(1...128)).asking("key", .text(1...128))
            .refusing(404, "The server does not serve the app.")
            .refusing(409, "The server signs with none of the keys that the app believes.")
    }

    private static let keys: [Self] = [
        Self(.keys, .get, "/v1/keys", "All keys, without their texts.", for: .scope(.keys)).answering(.named("Keys")),
        Self(.keys, .post, "/v1/keys", "Makes a key; its text is in this answer only.", for: .scope(.keys))
            .taking(.named("KeyOrder")).answering(201, .named("NewKey"))
            .refusing(400, "The body is wrong.").refusing(409, "There are too many keys.")
            .refusing(413, "The body is too long.").refusing(422, "There cannot be such a key."),
        Self(.keys, .post, "/v1/keys/{id}/rotate", "Makes a key in the place of another.", for: .scope(.keys))
            .taking(.named("KeyRotation"), isNeeded: false).answering(201, .named("NewKey"))
            .refusing(400, "The body is wrong.").refusing(404, "There is no such key.")
            .refusing(409, "There are too many keys.").refusing(413, "The body is too long.")
            .refusing(422, "The key cannot be rotated."),
        Self(.keys, .delete, "/v1/keys/{id}", "Revokes a key.", for: .scope(.keys)).answering(.named("Key"))
            .refusing(404, "There is no such key."),
    ]

    private static let appStore: [Self] = [
        Self(.appStore, .post, "/apple/notifications", "Takes a notification, version 1 or 2.")
            .taking(.object([:], ["signedPayload": .text])).answering(.named("Done"))
            .refusing(400, "The body is no notification.").refusing(401, "The App Store did not send it.")
            .refusing(413, "The body is too long.").refusing(422, "It is about another app or App Store.")
    ]

    private static let document = JSONSchema.object([
        "openapi": .text, "info": .something, "servers": .list(of: .something), "tags": .list(of: .something),
        "paths": .something, "components": .something,
    ])

    private static let operation: [Self] = [
        Self(.operation, .get, "/health", "Whether what is sent now can be stored.").answering(.named("Health"))
            .answering(503, .named("Health"), "Nothing can be stored."),
        Self(.operation, .get, "/ready", "Whether requests should be sent here.").answering(.named("Health"))
            .answering(503, .named("Health"), "Not now."),
        Self(.operation, .get, "/metrics", "Numbers for Prometheus.", for: .scope(.metrics))
            .answering(text: "text/plain"),
        Self(.operation, .get, "/v1/openapi.json", "This document.").answering(document),
    ]
}
