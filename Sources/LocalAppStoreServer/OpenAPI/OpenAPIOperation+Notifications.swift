import AppStoreModels
import HTTPServing
import HTTPTypes
import LocalAppStore

/// Notifications, and Retention Messaging from the App Store's side and the customer's.
extension OpenAPIOperation {
    static let notifications: [Self] = [
        get("notifications", "Notifications on their way, and those that were sent.")
            .asking("account").asking("transactionId")
            .answering(
                .object([
                    "destination": JSONSchema.text.orNull, "destinationV1": JSONSchema.text.orNull,
                    "waiting": .list(of: .named("Notification")), "finished": .list(of: .named("Notification")),
                    "crowdedOut": .integer,
                ])
            ),
        put("notifications/destination", "Where notifications of a version go; null for nowhere.")
            .taking(.body(["url": JSONSchema.text.orNull], ["version": .integer(1...2)]))
            .answering(
                .object(["destination": JSONSchema.text.orNull, "destinationV1": JSONSchema.text.orNull])
            ),
        post("notifications/deliver", "Sends what is due.").taking(.nothing, isNeeded: false)
            .answering(
                .object(
                    [
                        "attempts": .list(of: .named("Notification")), "delivered": .integer, "givenUp": .integer,
                        "waitingCount": .integer,
                    ],
                    ["nextAttemptDate": .date]
                )
            ),
        post("notifications/cause", "Does what leads to a notification of a type.")
            .taking(
                .body(
                    ["type": .choice(causes.compactMap(\.first))],
                    [
                        "subtype": .choice(causes.filter { $0.count == 2 }.compactMap(\.last)), "account": .text,
                        "transactionId": .text, "productId": .text,
                    ]
                )
            )
            .answering(
                .object([
                    "steps": .list(of: .text),
                    "notifications": .list(
                        of: .object(
                            ["notificationUUID": .uuid, "notificationType": .text, "eventSequence": .integer],
                            ["subtype": .text, "account": .text, "transactionId": .text]
                        )
                    ),
                    "isSent": .flag,
                ])
            ),
        post("notifications/{id}/resend", "Sends a notification once more.").taking(.nothing, isNeeded: false)
            .answering(.named("Notification")),
        post("notifications/test", "Sends a test.").taking(.nothing, isNeeded: false).answering(.named("Notification")),
    ]

    /// The types that can be caused, some with a subtype.
    private static let causes = NotificationCause.allNames.map { $0.split(separator: "/").map(String.init) }

    static let messagingReview: [Self] =
        [
            get("messages", "The retention messages, and their review.")
                .answering(list("messages", of: "RetentionMessage")),
            get("images", "The images of retention messages, and their review.")
                .answering(list("images", of: "RetentionImage")),
            get("default-messages", "Which message is shown for a product in a language.")
                .answering(list("defaultMessages", of: "DefaultMessage")),
        ]
        + [("messages", "RetentionMessage"), ("images", "RetentionImage")].map { name, record in
            post("\(name)/{id}/{decision}", "Decides in the place of the App Store's review.")
                .naming("id", .uuid).naming("decision", .choice("approve", "reject"))
                .taking(.nothing, isNeeded: false).answering(.named(record))
        } + [
            get("realtime", "Where the developer's server is asked, and how performance tests went.")
                .answering(.named("Realtime")),
            patch("realtime", "Changes how performance tests are done.")
                .taking(
                    .body(
                        [:],
                        [
                            "maxConcurrentRequests": .integer, "totalRequests": .integer, "totalDuration": .integer,
                            "responseTimeThreshold": .integer, "successRateThreshold": .integer,
                        ]
                    ),
                    isNeeded: false
                )
                .answering(.named("Realtime")),
            post("realtime/performance-tests", "Waits until the performance tests that were begun have ended.")
                .taking(.nothing, isNeeded: false).answering(.named("Realtime")),
            get("cancellations", "What customers see who are about to cancel.")
                .answering(list("cancellations", of: "Cancellation")),
            post("cancellations", "Begins to cancel as the customer; the developer's server is asked what to show.")
                .taking(.body(["originalTransactionId": .text], ["locale": .text]))
                .answering(201, .named("Cancellation")),
            post("cancellations/{id}/{choice}", "Decides as the customer who was about to cancel.")
                .naming("choice", .choice("cancel", "stay", "accept"))
                .taking(.nothing, isNeeded: false).answering(.named("Subscription")),
        ]
}
