import HTTPServing

/// The document's schemas of Retention Messaging.
extension JSONSchema {
    static let messaging: KeyValuePairs<String, JSONSchema> = [
        "RetentionMessage": .object(
            [
                "messageIdentifier": .uuid, "messageState": .named("ReviewState"), "header": .text, "body": .text,
                "uploadDate": .date,
            ],
            [
                "approvalDate": .date, "image": .something, "headerPosition": .choice("ABOVE_BODY", "ABOVE_IMAGE"),
                "bulletPoints": .list(of: .something),
            ]
        ),
        "RetentionImage": .object(
            [
                "imageIdentifier": .uuid, "imageState": .named("ReviewState"),
                "imageSize": .choice("FULL_SIZE", "BULLET_POINT"), "width": .integer, "height": .integer,
                "byteCount": .integer, "digest": .text, "uploadDate": .date,
            ],
            ["approvalDate": .date]
        ),
        "ReviewState": .choice("PENDING", "APPROVED", "REJECTED"),
        "DefaultMessage": .object(["productId": .text, "locale": .text, "messageIdentifier": .uuid]),
        "Cancellation": .object(
            [
                "originalTransactionId": .text, "userLocale": .text, "source": .choice("realtime", "default", "none"),
                "date": .date,
            ],
            [
                "requestIdentifier": .uuid, "message": .named("RetentionMessage"), "alternateProductId": .text,
                "promotionalOffer": .object(["productId": .text, "offerIdentifier": JSONSchema.text.orNull]),
                "failure": .object(["rule": .text, "message": .text, "sendAttemptResult": .text]),
            ]
        ),
        "PerformancePlan": .object([
            "maxConcurrentRequests": .integer, "totalRequests": .integer, "totalDuration": .integer,
            "responseTimeThreshold": .integer, "successRateThreshold": .integer,
        ]),
        "PerformanceTest": .object(
            [
                "config": .named("PerformancePlan"), "target": .text, "numPending": .integer,
                "result": .choice("PENDING", "PASS", "FAIL"),
            ],
            [
                "successRate": .integer, "responseTimes": .something, "failures": .something, "requestId": .uuid,
                "originalTransactionId": .text,
            ]
        ),
        "Realtime": .object([
            "realtimeURL": JSONSchema.text.orNull, "config": .named("PerformancePlan"),
            "performanceTests": .list(of: .named("PerformanceTest")),
        ]),
    ]
}
