import HTTPTypes

extension APIOperation {
    private static let customer = "/v1/app/customers/{customer}"

    /// What only apps ask.
    static let appCustomers: [Self] = [
        Self(.app, .post, "\(customer)/login", "Gives an account what somebody without one has.", for: .app)
            .taking(.body(["customer": .text(1...256)], ["customerToken": .text])).answering(.named("Customer"))
            .issuingSecret()
            .refusing(400, "The body or the customer is wrong.").refusing(409, "There are too many aliases.")
            .refusing(413, "The body is too long."),
        Self(.app, .post, "\(customer)/tokens", "Gives somebody a token at first contact, or a new one.", for: .app)
            .taking(.body([:], ["customerToken": .text]), isNeeded: false)
            .answering(201, .named("CustomerToken")).issuingSecret()
            .refusing(400, "The body or the customer is wrong.")
            .refusing(409, "The customer has a token, and it was not shown.").refusing(413, "The body is too long."),
        Self(.app, .delete, "\(customer)/tokens", "Ends the token that is shown.", for: .app)
            .answering(.object(["customer": .text])).refusing(409, "None was shown."),
        Self(.app, .post, "\(customer)/offer-signatures", "Signs an offer for the App Store.", for: .app)
            .asking("bundleId", .text(1...128))
            .taking(
                .body(
                    ["kind": .choice(OfferOrder.Kind.allCases.map(\.rawValue)), "productId": .text(1...128)],
                    [
                        "offerIdentifier": .text(1...128), "transactionId": .text(1...128),
                        "applicationUsername": .text(1...256),
                    ]
                )
            )
            .answering(.named("OfferSignature")).issuingSecret()
            .refusing(400, "The body, the query or the customer is wrong.")
            .refusing(404, "The server does not serve the app, or signs no such offer.")
            .refusing(409, "The offer is not for this customer.").refusing(413, "The body is too long."),
        Self(.app, .get, "/v1/app/offerings", "All offerings.", for: .app)
            .answering(.object(["revision": .integer, "offerings": .list(of: .named("Offering"))])),
        Self(.app, .get, "/v1/app/offerings/{offering}", "One offering.", for: .app)
            .answering(.named("Offering")).refusing(404, "There is no offering of this name."),
        Self(.app, .get, "/v1/app/statement-keys", "The public keys of signed statements.", for: .app)
            .answering(.object(["keys": .list(of: .named("StatementKey"))])),
    ]

    /// What shows that an app speaks for a customer.
    static let tokens: [Self] = [
        Self(.server, .post, "/v1/customers/{customer}/tokens", "Issues a customer's token.", for: .scope(.customers))
            .taking(.body([:], ["expirationDate": .date]), isNeeded: false)
            .answering(201, .named("CustomerToken")).issuingSecret()
            .refusing(400, "The body or the customer is wrong.").refusing(413, "The body is too long."),
        Self(.server, .delete, "/v1/customers/{customer}/tokens", "Ends a customer's tokens.", for: .scope(.customers))
            .answering(.object(["customer": .text, "revokedCount": .integer])),
    ]

    /// Whose signatures apps believe.
    static let statementKeys: [Self] = [
        Self(.keys, .get, "/v1/statement-keys", "The public keys of signed statements.", for: .scope(.keys))
            .answering(.object(["keys": .list(of: .named("StatementKey"))])),
        Self(.keys, .post, "/v1/statement-keys", "Makes a key that signs statements from now on.", for: .scope(.keys))
            .taking(.body([:], ["graceSeconds": .integer(0...Int(KeyBook.maximumStatementGrace))]), isNeeded: false)
            .answering(201, .named("StatementKey")).refusing(400, "The body is wrong.")
            .refusing(409, "There are too many keys.").refusing(413, "The body is too long.")
            .refusing(422, "The older keys cannot go on for so long."),
    ]
}
