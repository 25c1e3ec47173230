import AppStoreModels
import HTTPServing
import HTTPTypes

/// What Apple's servers are asked, and what else there is.
extension OpenAPIOperation {
    /// At `/inApps` in the store's own environment, and below `/production` and `/sandbox`.
    static let serverAPI: [Self] = ["", "/production", "/sandbox"].flatMap { place in
        [
            api(.get, place, "v1/transactions/{id}", "A transaction.").answering(
                .object(["signedTransactionInfo": .text])
            ),
            api(.post, place, "v1/transactions/{id}/finish", "Finishes a transaction.").answeringNothing(),
            history(place, "v1"), history(place, "v2"),
            api(.get, place, "v2/refund/lookup/{id}", "The refunds of a customer.").asking("revision")
                .answering(.named("TransactionPage")),
            api(.get, place, "v1/lookup/{order}", "The transactions of an order.")
                .answering(.object(["status": .integer(0...1)], ["signedTransactions": .list(of: .text)])),
            api(.get, place, "v1/subscriptions/{id}", "The statuses of a customer's subscriptions.")
                .asking("status", .integer(1...5))
                .answering(
                    .object(["environment": .text, "bundleId": .text, "data": .list(of: .something)])
                ),
            api(.post, place, "v1/notifications/test", "Sends a test notification.")
                .answering(.object(["testNotificationToken": .text])),
            api(.get, place, "v1/notifications/test/{token}", "What became of a test notification.")
                .answering(.named("SentNotification")),
            api(.post, place, "v1/notifications/history", "The notifications that were sent.").asking("paginationToken")
                .taking(
                    .object(
                        ["startDate": .date, "endDate": .date],
                        [
                            "notificationType": .text, "notificationSubtype": .text, "transactionId": .text,
                            "onlyFailures": .flag,
                        ]
                    )
                )
                .answering(
                    .object(
                        ["notificationHistory": .list(of: .named("SentNotification")), "hasMore": .flag],
                        ["paginationToken": .text]
                    )
                ),
        ] + purchases(place) + extending(place) + messaging(place)
    }

    private static func purchases(_ place: String) -> [Self] {
        [
            api(.get, place, "v1/transactions/appTransactions/{id}", "The app's own transaction.")
                .answering(.object(["signedAppTransactionInfo": .text])),
            api(.put, place, "v1/transactions/{id}/appAccountToken", "Says whose a purchase is in the app's own words.")
                .taking(.object(["appAccountToken": .uuid])).answeringNothing(),
            api(.get, place, "v1/refund/lookup/{id}", "The first 50 refunds of a customer.")
                .answering(.object(["signedTransactions": .list(of: .text)])),
            api(.put, place, "v1/transactions/consumption/{id}", "Tells of the use of a purchase, in numbers.")
                .taking(
                    .object(
                        [
                            "customerConsented": .flag, "sampleContentProvided": .flag, "appAccountToken": .text,
                            "consumptionStatus": .integer(0...3), "platform": .integer(0...2),
                            "deliveryStatus": .integer(0...5), "accountTenure": .integer(0...7),
                            "playTime": .integer(0...7), "lifetimeDollarsRefunded": .integer(0...7),
                            "lifetimeDollarsPurchased": .integer(0...7), "userStatus": .integer(0...4),
                        ],
                        ["refundPreference": JSONSchema.integer(0...3).orNull]
                    )
                )
                .answeringNothing(202),
            api(.put, place, "v2/transactions/consumption/{id}", "Tells of the use of a purchase, in words.")
                .taking(
                    .object(
                        [
                            "customerConsented": .flag, "sampleContentProvided": .flag,
                            "deliveryStatus": .choice(
                                "DELIVERED",
                                "UNDELIVERED_QUALITY_ISSUE",
                                "UNDELIVERED_WRONG_ITEM",
                                "UNDELIVERED_SERVER_OUTAGE",
                                "UNDELIVERED_OTHER"
                            ),
                        ],
                        [
                            "consumptionPercentage": JSONSchema.integer(0...100_000).orNull,
                            "refundPreference": JSONSchema.choice("DECLINE", "GRANT_FULL", "GRANT_PRORATED").orNull,
                        ]
                    )
                )
                .answeringNothing(202),
        ]
    }

    private static func extending(_ place: String) -> [Self] {
        [
            api(.put, place, "v1/subscriptions/extend/{id}", "Extends a subscription.")
                .taking(
                    .object([
                        "extendByDays": .integer(ExtendRenewalDateRequest.possibleDays),
                        "extendReasonCode": .integer(0...3),
                        "requestIdentifier": .text,
                    ])
                )
                .answering(
                    .object(
                        ["originalTransactionId": .text, "success": .flag],
                        ["webOrderLineItemId": .text, "effectiveDate": .date]
                    )
                ),
            api(.post, place, "v1/subscriptions/extend/mass", "Extends the subscriptions of all who have a product.")
                .taking(
                    .object(
                        [
                            "extendByDays": .integer(ExtendRenewalDateRequest.possibleDays),
                            "extendReasonCode": .integer(0...3),
                            "requestIdentifier": .text, "productId": .text,
                        ],
                        ["storefrontCountryCodes": JSONSchema.list(of: .text).orNull]
                    )
                )
                .answering(.object(["requestIdentifier": .text])),
            api(.get, place, "v1/subscriptions/extend/mass/{product}/{request}", "How far that is.")
                .answering(
                    .object(
                        ["requestIdentifier": .text, "complete": .flag],
                        ["completeDate": .date, "succeededCount": .integer, "failedCount": .integer]
                    )
                ),
        ]
    }

    static func api(_ method: HTTPRequest.Method, _ place: String, _ path: String, _ summary: String) -> Self {
        Self(.serverAPI, method, "\(place)/inApps/\(path)", summary)
    }

    private static func history(_ place: String, _ version: String) -> Self {
        api(.get, place, "\(version)/history/{id}", "The transactions of a customer, by pages.").asking("revision")
            .asking("startDate", .date).asking("endDate", .date).asking("productId")
            .asking("productType", .choice("AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE"))
            .asking("inAppOwnershipType", .choice("PURCHASED", "FAMILY_SHARED"))
            .asking("sort", .choice("ASCENDING", "DESCENDING")).asking("subscriptionGroupIdentifier")
            .asking("revoked", .flag).asking("excludeRevoked", .flag)
            .answering(.named("TransactionPage"))
    }

    static let receipts: [Self] = ["", "/production", "/sandbox"].map { $0 + "/verifyReceipt" }.flatMap { path in
        [
            Self(.receipts, .post, path, "Verifies a receipt; the status in the answer says how it went.")
                .taking(
                    .object(
                        [:],
                        ["receipt-data": .text, "password": .text, "exclude-old-transactions": .flag]
                    ),
                    isNeeded: false
                )
                .answering(.object(["status": .integer]))
        ]
            + [HTTPRequest.Method.get, .put, .delete, .patch, .options].map { method in
                Self(.receipts, method, path, "Answers status 21000: only POST verifies.")
                    .answering(.object(["status": .integer]))
            }
    }

    static let certificates: [Self] =
        ["receipt-root", "jws-root"].flatMap(certificate) + [
            Self(.certificates, .post, "/ocsp", "Whether certificates of the store were withdrawn (RFC 6960).")
                .taking(bytes: "application/ocsp-request").answering(bytes: "application/ocsp-response"),
            Self(.certificates, .get, "/ocsp/{path}", "The same, with the question in Base64 in the path.")
                .answering(bytes: "application/ocsp-response"),
        ]

    /// Of a store that speaks TLS.
    static let tlsCertificates: [Self] = certificate("tls-root")

    private static func certificate(_ name: String) -> [Self] {
        [
            Self(.certificates, .get, "/certificates/\(name).pem", "A root certificate of the store, in PEM.")
                .answering(bytes: "application/x-pem-file"),
            Self(.certificates, .get, "/certificates/\(name).der", "A root certificate of the store, in DER.")
                .answering(bytes: "application/pkix-cert"),
        ]
    }

    static let device: [Self] = [
        "customer", "start", "products", "purchases", "codes", "purchase-intents", "price-answers", "unfinished",
        "restore",
        "finish", "receipt", "subscriptions", "attempts", "events", "trust", "transactions", "statuses",
        "app-transaction", "refunds", "subscription-changes", "commerce-orders", "external-tokens",
    ].map { name in
        Self(.device, .post, "/device/\(name)", "Between a device with the app and the store; may change.")
            .taking(.something).answering(.something)
    }

    static let page: [Self] = [
        Self(.page, .get, "/health", "Whether the store can do its work; 503 if not.")
            .answering(.named("Health")).answering(503, .named("Health")),
        Self(.page, .get, "/", "The web page of the store.").answering(bytes: "text/html"),
        Self(.page, .get, "/web/{name}", "A file of the web page.").answering(bytes: "*/*"),
    ]
}
