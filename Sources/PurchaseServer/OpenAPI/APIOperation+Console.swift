import HTTPServing
import HTTPTypes

extension APIOperation {
    /// What people at the console ask besides what servers ask.
    static let console: [Self] = pages + refundRequests

    private static let pages: [Self] = [
        Self(.operation, .get, "/v1/audit", "What people did at the console.", for: .scope(.keys))
            .asking("cursor", .text).asking("limit", .integer(1...200))
            .answering(.object(["audit": .list(of: act)], ["cursor": .text])),
        Self(.operation, .post, "/v1/notification-tests", "Has the App Store send a test.", for: .scope(.keys))
            .taking(.body(["bundleId": .text(1...128), "environment": .choice(["Production", "Sandbox"])]))
            .answering(201, .object(["token": .text])).refusing(400, "The body is wrong.")
            .refusing(409, "The App Store cannot be asked, or refuses.").refusing(413, "The body is too long."),
        Self(.operation, .get, "/v1/notification-tests/{token}", "What became of a test.", for: .scope(.keys))
            .asking("bundleId", .text).asking("environment", .choice(["Production", "Sandbox"]))
            .answering(.object(["token": .text], ["outcome": .text]))
            .refusing(409, "The App Store cannot be asked, or refuses."),
        Self(.operation, .get, "/v1/activity", "What happens now and what waits.", for: .scope(.events))
            .answering(
                .object([
                    "date": .date, "events": .list(of: .named("Event")),
                    "notifications": .list(of: notification),
                    "appStore": .list(of: health), "waitingUploadCount": .integer,
                    "waitingUploads": .list(of: upload), "nextQuestions": .list(of: question),
                ])
            ),
        Self(
            .operation,
            .get,
            "/v1/activity/notifications/{number}",
            "A notification that came, with what became of every rule.",
            for: .scope(.events)
        )
        .answering(notification.with(.object([:], ["document": .named("Document")])))
        .refusing(404, "It is not known, or forgotten."),
        Self(.operation, .get, "/v1/activity/stream", "Tells when to look at the activity.", for: .scope(.events))
            .answering(text: "text/event-stream"),
        Self(
            .server,
            .get,
            "/v1/customers/{customer}/history",
            "What was known about a customer at a moment.",
            for: .scope(.customers)
        )
        .asking("at", .integer).asking("known", .choice(PastMoment.Knowledge.allCases.map(\.rawValue)))
        .answering(.history)
        .refusing(404, "Nobody has this name."),
        Self(
            .server,
            .get,
            "/v1/customers/{customer}/documents",
            "Receipts and signed data as they came, each with what became of every rule.",
            for: .scope(.customers)
        )
        .answering(.object(["documents": .list(of: .named("Document"))])),
    ]

    private static let act = JSONSchema.object(
        ["action": .text, "role": .choice(ConsoleRole.allCases.map(\.rawValue)), "date": .date],
        ["name": .text, "customer": .text, "otherCustomer": .text, "target": .text, "status": .integer]
    )

    private static let outcome = JSONSchema.choice(["verified", "repeated", "refused"])

    private static let notification = JSONSchema.object(
        ["number": .integer, "date": .date, "outcome": outcome],
        [
            "type": .text, "environment": .text, "originalTransactionId": .text, "code": .text, "message": .text,
            "rule": .text,
        ]
    )

    private static let health = JSONSchema.object(
        ["host": .text, "isWell": .flag, "answeredCount": .integer, "failedCount": .integer, "lastDate": .date],
        ["lastFailure": .text]
    )

    private static let upload = JSONSchema.object([
        "customer": .text, "date": .date, "nextAttemptDate": .date, "failedCount": .integer,
    ])

    private static let question = JSONSchema.object([
        "environment": .text, "originalTransactionId": .text, "date": .date, "failedCount": .integer,
    ])
}
