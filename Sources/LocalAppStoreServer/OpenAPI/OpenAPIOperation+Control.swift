import AppStoreModels
import HTTPServing
import HTTPTypes

/// What is in the store as a whole, and its customers.
extension OpenAPIOperation {
    static func get(_ path: String, _ summary: String) -> Self { control(.get, path, summary) }
    static func post(_ path: String, _ summary: String) -> Self { control(.post, path, summary) }
    static func patch(_ path: String, _ summary: String) -> Self { control(.patch, path, summary) }
    static func put(_ path: String, _ summary: String) -> Self { control(.put, path, summary) }
    static func delete(_ path: String, _ summary: String) -> Self { control(.delete, path, summary) }

    static func control(_ method: HTTPRequest.Method, _ path: String, _ summary: String) -> Self {
        Self(.control, method, "/control/" + path, summary)
    }

    static func list(_ name: String, of element: String) -> JSONSchema {
        .object([name: .list(of: .named(element))])
    }

    static let looking: [Self] = [
        get("openapi.json", "This document.").answering(.something),
        get("state", "Everything at one moment.").answering(.named("State")),
        get("storefronts", "Where the store sells, in which currency.").answering(
            list("storefronts", of: "Storefront")
        ),
        get("products", "What is for sale, as an account sees it.").asking("account").asking("locale")
            .answering(list("products", of: "Product")),
        get("events", "What happened since the server was made, by number.")
            .asking("after", .integer(0...Int.max)).asking("account").answering(list("events", of: "Event")),
        get("stream", "Tells at once that something happened, as server-sent events; does not end.")
            .answering(bytes: "text/event-stream"),
        get("settings", "How the store behaves.").answering(.named("Settings")),
        patch("settings", "Changes the settings that are named.").taking(.named("SettingsChange"), isNeeded: false)
            .answering(.named("Settings")),
        post("reset", "Deletes all transactions, ends all faults, puts the settings back.").taking(
            .nothing,
            isNeeded: false
        )
        .answering(.named("Settings")),
        get("snapshot", "The whole state.").answering(bytes: "application/octet-stream"),
        put("snapshot", "Puts a state in the place of everything.").taking(bytes: "application/octet-stream")
            .answering(.named("WholeState")),
        post("compact", "Puts a snapshot in the place of the log of events.").taking(.nothing, isNeeded: false)
            .answering(
                .object([
                    "eventsBefore": .integer, "eventsAfter": .integer, "notificationBytesBefore": .integer,
                    "notificationBytesAfter": .integer,
                ])
            ),
        post("begin-anew", "Deletes everything, and begins as a new store does.").taking(.nothing, isNeeded: false)
            .answering(.named("WholeState")),
        post("stop", "Asks the store to end; nothing is lost.").taking(.nothing, isNeeded: false)
            .answering(202, .object(["stopping": .flag])),
        post("sign", "Signs a payload as the App Store signs; what it does not say of the store is filled in.")
            .taking(
                .body(
                    ["payload": .something],
                    [
                        "kind": .choice("transaction", "renewal", "appTransaction", "notification", "any"),
                        "account": .text,
                    ]
                )
            )
            .answering(.named("Signed")),
        get("health", "The same as `/health`.").answering(.named("Health")).answering(503, .named("Health")),
    ]

    static let customers: [Self] = [
        get("accounts", "The customers.").answering(list("accounts", of: "Account")),
        post("accounts", "Makes a customer.").taking(.body(["id": .text], ["storefront": .text]))
            .answering(201, .named("Account")),
        get("accounts/{id}", "A customer.").answering(.named("Account")),
        patch("accounts/{id}", "Changes what is named.")
            .taking(
                .body(
                    [:],
                    [
                        "storefront": .text, "canMakePayments": .flag, "requiresApproval": .flag,
                        "renewalChargesFail": .flag, "consent": .flag,
                    ]
                ),
                isNeeded: false
            )
            .answering(.named("Account")),
        get("accounts/{id}/timeline", "What the customer had when, for a picture.")
            .answering(
                .object([
                    "account": .text, "now": .date, "lanes": .list(of: .something),
                    "marks": .list(of: .named("Transaction")),
                ])
            ),
        get("accounts/{id}/receipt", "The receipt of a device.").asking("device", .uuid)
            .answering(.object(["receipt": .text, "decoded": .something.orNull])),
        get("accounts/{id}/app-transaction", "The app's own transaction, signed.").asking("device", .uuid)
            .answering(.named("Signed")),
        post("accounts/{id}/restore", "Restores what the customer bought.")
            .taking(.body([:], ["applicationUsername": .text, "asDevice": .flag]), isNeeded: false)
            .answering(list("transactions", of: "Transaction")),
        delete("accounts/{id}/transactions", "Deletes what the customer has.")
            .answering(list("transactions", of: "Transaction")),
        get("families", "Who belongs to which family.").answering(list("families", of: "Family")),
        post("families", "Makes a family with one member.").taking(.body(["id": .text, "organizer": .text]))
            .answering(201, .named("Family")),
        post("families/{id}/members", "Adds a customer, six in all.").taking(.body(["account": .text]))
            .answering(.named("Family")),
        delete("families/{id}/members/{account}", "Takes a customer out of the family.").answering(.named("Account")),
    ]

    static let purchases: [Self] =
        [
            post("purchases", "Buys.").taking(.named("Purchase")).answering(201, .named("Transaction"))
                .answering(202, .named("Attempt")),
            post("promotions", "Begins a purchase in the App Store.").taking(
                .body(["productId": .text, "account": .text], ["winBackOfferId": .text])
            )
            .answering(202, .object(["productId": .text, "account": .text], ["winBackOfferId": .text])),
            post("purchase-intents", "Follows a link to a purchase.").taking(.body(["url": .text, "account": .text]))
                .answering(202, .object(["url": .text, "account": .text])),
            get("attempts", "Purchases that did not go straight through.").asking("account").asking("status")
                .answering(list("attempts", of: "Attempt")),
        ]
        + ["approve", "decline", "resolve"].map { name in
            post("attempts/{id}/\(name)", "Settles a purchase that waits: \(name).").taking(.nothing, isNeeded: false)
                .answering(.something)
        } + [
            get("codes", "The offer codes.").answering(list("codes", of: "OfferCode")),
            post("codes", "Makes offer codes.")
                .taking(
                    .body(
                        ["productId": .text, "referenceName": .text],
                        ["code": .text, "limit": .integer, "count": .integer, "expiresDate": .dateOrMoment]
                    )
                )
                .answering(201, list("codes", of: "OfferCode")),
            post("codes/{code}/redeem", "Redeems an offer code.").taking(.body(["account": .text]))
                .answering(201, .named("Transaction")),
        ]

    static let transactions: [Self] =
        [
            get("transactions", "Purchases and renewals.").asking("account")
                .answering(list("transactions", of: "Transaction")),
            delete("transactions", "Deletes all.").answering(list("transactions", of: "Transaction")),
            get("transactions/{id}", "A purchase or a renewal.").answering(.named("Transaction")),
            delete("transactions/{id}", "Deletes it and what came of it.").answering(.object(["transactionId": .text])),
            get("transactions/{id}/signed", "The signed transaction.").answering(.named("Signed")),
            post("transactions/{id}/family-sharing", "Shares a purchase with the family, or no longer.")
                .taking(.body(["enabled": .flag])).answering(.named("Account")),
            post("transactions/{id}/refund", "Refunds.")
                .taking(
                    .body([:], ["revocationReason": .integer(0...1), "revocationPercentage": .integer(1...100_000)]),
                    isNeeded: false
                )
                .answering(.named("Transaction")),
            post("transactions/{id}/request-refund", "The customer asks for a refund.")
                .taking(
                    .body(
                        [:],
                        [
                            "consumptionRequestReason": .choice(
                                "UNINTENDED_PURCHASE",
                                "FULFILLMENT_ISSUE",
                                "UNSATISFIED_WITH_PURCHASE",
                                "LEGAL",
                                "OTHER"
                            ),
                            "decision": .choice("undecided", "grant", "decline", "preference"),
                        ]
                    ),
                    isNeeded: false
                )
                .answering(.named("Transaction")),
            get("refund-requests", "The refunds that customers asked for.").asking("account")
                .answering(list("refundRequests", of: "RefundRequest")),
            get("mass-extensions", "The extensions of all subscriptions to a product.")
                .answering(list("massExtensions", of: "MassExtension")),
        ]
        + ["settle-refund", "decline-refund", "reverse-refund", "finish"].map { name in
            post("transactions/{id}/\(name)", "What the App Store does to a transaction: \(name).")
                .taking(.nothing, isNeeded: false).answering(.named("Transaction"))
        }

    static let subscriptions: [Self] =
        [
            get("subscriptions", "The state of subscriptions.").asking("account")
                .answering(list("subscriptions", of: "Subscription")),
            get("subscriptions/{id}", "The state of a subscription, by its first transaction.")
                .answering(.named("Subscription")),
            get("subscriptions/{id}/signed", "The signed renewal information.").answering(.named("Signed")),
        ]
        + subscriptionCommands.map { name, summary, body in
            post("subscriptions/{id}/\(name)", summary).taking(body, isNeeded: body.json["required"] != nil)
                .answering(.named("Subscription"))
        }

    private static let subscriptionCommands: [(String, String, JSONSchema)] = [
        ("renew", "Ends the period now and begins the next one.", .nothing),
        ("expire", "Ends the subscription now.", .nothing),
        ("resolve-billing", "Charges a failed renewal.", .nothing),
        ("end", "Ends it now for a reason of choice.", .body(["expirationIntent": .integer(1...5)])),
        ("auto-renew", "Turns renewal on or off.", .body(["enabled": .flag])),
        ("renewal-product", "Changes the level.", .body(["productId": .text])),
        (
            "extend", "Moves the end of the period.",
            .body(["extendByDays": .integer(ExtendRenewalDateRequest.possibleDays)])
        ),
        ("price-increase", "Tells of a higher price.", .body(["price": .integer], ["needsConsent": .flag])),
        ("price-consent", "Answers for the customer.", .body(["accepts": .flag])),
    ]

    static let time: [Self] = [
        get("clock", "What time it is in the store.").answering(.named("Clock")),
        post("clock", "Moves the clock; give one of seconds, date, step.")
            .taking(
                .body(
                    [:],
                    [
                        "seconds": .integer(0...86_400_000), "date": .dateOrMoment, "limit": .integer(1...Int.max),
                        "step": .choice("day", "week", "month", "year", "renewal"),
                    ]
                )
            )
            .answering(.named("Clock")),
        delete("clock/journey", "Ends the way that the clock is on.").answering(.named("Clock")),
        post("clock/pause", "Stops the clock.").taking(.nothing, isNeeded: false).answering(.named("Clock")),
        post("clock/resume", "Lets the clock run.").taking(.nothing, isNeeded: false).answering(.named("Clock")),
    ]

    static let faults: [Self] = [
        get("faults", "What goes wrong on demand, and what can.")
            .answering(.object(["faults": .list(of: .named("Fault")), "kinds": .list(of: .something)])),
        post("faults", "Puts a fault in force.").taking(.named("NewFault")).answering(201, .named("Fault")),
        delete("faults", "Ends all faults.").answering(list("faults", of: "Fault")),
        delete("faults/{id}", "Ends a fault.").answering(list("faults", of: "Fault")),
    ]
}
