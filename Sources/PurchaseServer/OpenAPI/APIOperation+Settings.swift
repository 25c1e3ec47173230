import HTTPServing
import HTTPTypes

extension APIOperation {
    /// What the server is set up with, and what can be changed without files.
    static let settings: [Self] =
        [
            Self(.operation, .get, "/v1/settings", "What the server is set up with.", for: .scope(.keys))
                .answering(setUp)
        ]
        + part("apps/{app}", "an app", .body([:], appMembers))
        + part("levels/{level}", "a level", .body([:], ["productIds": .list(of: .text)]))
        + part("policies/{policy}", "a policy", .body(["value": .text]))
        + part("notification-address", "the address for notifications", .body(["address": .text]))

    private static func part(_ path: String, _ what: String, _ body: JSONSchema) -> [Self] {
        let place = "/v1/settings/\(path)"
        return [
            Self(.operation, .put, place, "Sets up \(what).", for: .scope(.keys))
                .taking(body).answering(setUp).refusing(400, "The body is wrong.")
                .refusing(404, "There is no such setting.")
                .refusing(409, "A flag or the file says what it is, or a server could not work with it.")
                .refusing(413, "The body is too long."),
            Self(.operation, .delete, place, "Takes back \(what) of the console.", for: .scope(.keys)).answering(setUp)
                .refusing(404, "Nothing of this name was set up at the console.")
                .refusing(409, "A flag or the file says what it is, or a server could not work without it."),
        ]
    }

    private static let appMembers: KeyValuePairs<String, JSONSchema> = [
        "moreBundleIds": .list(of: .text), "appAppleId": .integer,
        "environments": .list(of: .choice(["Production", "Sandbox"])),
        "customerTokens": .choice(CustomerTokenRule.allCases.map(\.rawValue)), "sharedSecret": .text,
        "serverApiKey": .body(["keyId": .text, "issuerId": .text, "privateKey": .text]),
    ]

    private static let setUp = JSONSchema.object(
        [
            "revision": .integer, "apps": .list(of: app),
            "levels": .list(
                of: .object(
                    ["level": .text, "productIds": .list(of: .text), "origin": origin],
                    ["isSetAside": .flag]
                )
            ),
            "credits": .list(of: .object(["productId": .text, "amounts": .list(of: amount)])),
            "policies": .list(
                of: .object(
                    ["name": .text, "value": .text, "origin": origin],
                    ["policy": .text, "choices": .list(of: .text), "least": .integer, "most": .integer]
                )
            ),
            "eventTypes": .list(of: .text), "notificationAddressOrigin": origin,
        ],
        ["notificationAddress": .text]
    )

    private static let app = JSONSchema.object(
        [
            "bundleIds": .list(of: .text), "environments": .list(of: .text), "asksServerApi": .flag,
            "customerTokens": .text, "hasSharedSecret": .flag, "origin": origin,
        ],
        ["appAppleId": .integer, "serverApiKeyId": .text, "isSetAside": .flag]
    )

    private static let origin = JSONSchema.choice(["fixed", "console", "usual"])
    private static let amount = JSONSchema.object(["currency": .text, "amount": .integer])
}
