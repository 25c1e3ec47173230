extension ImportColumns {
    /// The columns of an export that is known.
    struct Shape {
        let name: String
        /// The columns by which it is recognised.
        let marks: Set<String>
        let names: [Role: [String]]
        var attributes: [String: String] = [:]
    }

    /// The exports that hosted backends write, and what they take; the one with the most telling columns first.
    static let shapes: [Shape] =
        [
            Shape(
                name: "RevenueCat's scheduled export",
                marks: ["rc_original_app_user_id", "original_store_transaction_id"],
                names: [
                    .customer: ["rc_original_app_user_id"], .alias: ["rc_last_seen_app_user_id_alias"],
                    .originalTransactionID: ["original_store_transaction_id"], .store: ["store"],
                    .environment: ["is_sandbox"], .level: ["entitlement_identifiers"], .startDate: ["start_time"],
                    .endDate: ["effective_end_time", "end_time"], .firstSeenDate: ["first_seen_time"],
                    .attributes: ["reserved_subscriber_attributes", "custom_subscriber_attributes"],
                ]
            ),
            Shape(
                name: "RevenueCat's import",
                marks: ["app_user_id", "fetch_token"],
                names: [.customer: ["app_user_id"], .receipt: ["fetch_token"]]
            ),
            Shape(
                name: "Adapty's events",
                marks: ["profile_id", "original_transaction_id", "customer_user_id"],
                names: [
                    .customer: ["customer_user_id", "profile_id"], .alias: ["profile_id"],
                    .originalTransactionID: ["original_transaction_id"], .store: ["store"],
                    .environment: ["environment"], .attributes: ["attributes"],
                ]
            ),
            Shape(
                name: "Adapty's import",
                marks: ["user_id", "apple_original_transaction_id"],
                names: [
                    .customer: ["user_id"], .originalTransactionID: ["apple_original_transaction_id"],
                    .firstSeenDate: ["created_at"], .attributes: ["custom_attributes"],
                ],
                attributes: ["email": "$email", "country": "country"]
            ),
            Shape(
                name: "Apphud's import",
                marks: ["user_id", "base64_receipt"],
                names: [.customer: ["user_id"], .receipt: ["base64_receipt"]]
            ),
            Shape(
                name: "Apphud's events",
                marks: ["user_id", "original_transaction_id", "internal_user_id"],
                names: [
                    .customer: ["user_id", "internal_user_id"], .originalTransactionID: ["original_transaction_id"],
                    .store: ["store"], .environment: ["environment"],
                ]
            ),
        ] + plain

    /// Names that people give columns.
    private static let plain: [Shape] = {
        let customers = ["customer", "customer_id", "customerId", "app_user_id", "user_id", "userId"]
        let proofs: [(Role, [String])] = [
            (.originalTransactionID, ["original_transaction_id", "originalTransactionId", "originalTransactionID"]),
            (.receipt, ["receipt", "receipt_data", "receiptData", "base64_receipt"]),
            (.signedTransaction, ["signed_transaction", "signedTransaction", "jws"]),
        ]
        return customers.flatMap { customer in
            proofs.flatMap { _, columns in
                columns.map { column in
                    var names = Dictionary(uniqueKeysWithValues: proofs)
                    names[.customer] = [customer]
                    names[.environment] = ["environment", "is_sandbox"]
                    names[.alias] = ["alias", "aliases"]
                    names[.attributes] = ["attributes"]
                    names[.bundleID] = ["bundle_id", "bundleId"]
                    return Shape(name: "customers and purchases", marks: [customer, column], names: names)
                }
            }
        }
    }()
}
