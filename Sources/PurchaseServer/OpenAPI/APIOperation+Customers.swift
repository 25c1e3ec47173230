import HTTPServing
import HTTPTypes

extension APIOperation {
    private static let customer = "/v1/customers/{customer}"
    private static let limit = JSONSchema.integer(1...200)

    /// Who there is, and under which names.
    static let directory: [Self] = [
        Self(.server, .get, "/v1/customers", "A page of customers.", for: .scope(.customers))
            .asking("query", .text(0...256)).asking("originalTransactionId", .text).asking("transactionId", .text)
            .asking("productId", .text).asking("orderId", .text(1...128)).asking("cursor", .text)
            .asking("limit", limit)
            .answering(.object(["customers": .list(of: .named("CustomerName"))], ["cursor": .text]))
            .refusing(409, "The App Store, which alone knows orders, cannot be asked, or refuses."),
        Self(.server, .post, "/v1/customers", "Makes a customer without an account.", for: .scope(.customers))
            .taking(.nothing, isNeeded: false).refusing(400, "The body says something.")
            .answering(201, .object(["customer": .text, "appAccountToken": .text]))
            .refusing(409, "This request is being carried out."),
        Self(
            .server,
            .post,
            "\(customer)/login",
            "Gives an account what somebody without one has.",
            for: .scope(.customers)
        )
        .taking(.body(["customer": .text(1...256)])).answering(.named("Customer"))
        .refusing(400, "The body or the customer is wrong.").refusing(409, "There are too many aliases.")
        .refusing(413, "The body is too long."),
        Self(.server, .post, "\(customer)/aliases", "Gives a customer another name.", for: .scope(.customers))
            .taking(.body(["alias": .text(1...256)], ["reason": .text])).answering(.named("Customer"))
            .refusing(400, "The body or the customer is wrong.").refusing(409, "The name is another account's.")
            .refusing(413, "The body is too long."),
    ]

    /// One person's data.
    static let data: [Self] = [
        Self(.server, .post, "/v1/transfers", "Moves purchases to another customer.", for: .scope(.transfers))
            .taking(
                .body(
                    ["from": .text(1...256), "to": .text(1...256)],
                    ["originalTransactionIds": .list(of: .text), "reason": .text]
                )
            )
            .answering(.object(["from": .text, "to": .text, "purchases": .list(of: .named("Purchase"))]))
            .refusing(400, "The body is wrong.").refusing(404, "Nobody has the name of who is to give all.")
            .refusing(409, "Neither of them has one of the purchases.")
            .refusing(413, "The body is too long."),
        Self(.server, .get, "\(customer)/audit", "What was done about a customer.", for: .scope(.customers))
            .asking("cursor", .text).asking("limit", limit)
            .answering(.object(["audit": .list(of: .named("AuditEntry"))], ["cursor": .text])),
        Self(.server, .get, "\(customer)/export", "A copy of all that is known.", for: .scope(.customers))
            .answering(.export)
            .refusing(404, "Nobody has this name."),
        Self(.server, .delete, customer, "Forgets a person; purchases stay, without one.", for: .scope(.customers))
            .answering(.object(["erasedDate": .date])).refusing(404, "Nobody has this name."),
    ]

    /// Levels of access without a purchase.
    static let grants: [Self] = [
        Self(.server, .get, "\(customer)/grants", "What a customer was granted.", for: .scope(.grants))
            .answering(.object(["grants": .list(of: .named("Grant"))])),
        Self(
            .server,
            .put,
            "\(customer)/grants/{grant}",
            "Grants a level; the same again changes nothing.",
            for: .scope(.grants)
        )
        .taking(.body(["level": .text(1...256)], ["startDate": .date, "endDate": .date, "reason": .text]))
        .answering(.named("Grant")).refusing(400, "The body or a name is wrong.")
        .refusing(409, "There is another grant of this name.").refusing(413, "The body is too long.")
        .refusing(422, "There is no such level."),
        Self(.server, .delete, "\(customer)/grants/{grant}", "Takes a grant back.", for: .scope(.grants))
            .answering(.named("Grant")).refusing(404, "There is no grant of this name."),
    ]

    /// What consumables gave, and what became of it.
    static let balances: [Self] = [
        Self(.server, .get, "\(customer)/balances", "What a customer has of each currency.", for: .scope(.balances))
            .answering(.named("Balances")),
        Self(.server, .get, "\(customer)/entries", "What was spent and given by calls.", for: .scope(.balances))
            .answering(.object(["entries": .list(of: .named("BalanceEntry"))])),
        Self(
            .server,
            .put,
            "\(customer)/entries/{entry}",
            "Spends or gives; the same again changes nothing.",
            for: .scope(.balances)
        )
        .taking(
            .body(
                ["currency": .text(1...256), "amount": .integer(-1_000_000_000_000...1_000_000_000_000)],
                ["reason": .text]
            )
        )
        .answering(.named("Balances")).refusing(400, "The body or a name is wrong.")
        .refusing(409, "There is less than what is to be spent, or another entry of this name.")
        .refusing(413, "The body is too long."),
    ]

    /// What an app shows for sale.
    static let offerings: [Self] = [
        Self(.server, .get, "/v1/offerings", "All offerings.", for: .scope(.customers))
            .answering(.object(["revision": .integer, "offerings": .list(of: .named("Offering"))])),
        Self(.server, .get, "/v1/offerings/{offering}", "One offering.", for: .scope(.customers))
            .answering(.named("Offering")).refusing(404, "There is no offering of this name."),
        Self(.server, .put, "/v1/offerings/{offering}", "Makes or changes an offering.", for: .scope(.customers))
            .taking(.body([:], ["productIds": .list(of: .text), "metadata": .something, "isCurrent": .flag]))
            .answering(.named("Offering")).refusing(400, "The body is wrong.")
            .refusing(409, "There are too many offerings.").refusing(412, "They were changed meanwhile.")
            .refusing(413, "The body is too long."),
        Self(.server, .delete, "/v1/offerings/{offering}", "Removes an offering.", for: .scope(.customers))
            .answering(.object(["revision": .integer])).refusing(404, "There is no offering of this name.")
            .refusing(412, "They were changed meanwhile."),
    ]
}
