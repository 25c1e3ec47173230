extension ServerAPIErrorCode {
    /// What it means, a clause; nil for a code without a name here.
    public var meaning: String? { explanation?.meaning }

    /// What to do about it, a clause; nil for a code without a name here.
    public var advice: String? { explanation?.advice }

    private var explanation: Explanation? {
        Self.explanations[rawValue] ?? Self.advancedCommerceExplanations[rawValue]
    }

    /// Whether the same request may succeed later: 4040002, 4040004, 4040006, 4290000, 5000001, and once 5000000.
    ///
    /// The purchase behind 4040010 may be too fresh to be known; the client asks again within a window of its own.
    public var isRetryable: Bool {
        switch self {
        case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
            .rateLimitExceeded, .generalInternal, .generalInternalRetryable:
            true
        default: false
        }
    }

    /// The codes of version 1.21 of the App Store Server API, in order.
    public static let all: [ServerAPIErrorCode] = explanations.keys.sorted().map(ServerAPIErrorCode.init(rawValue:))

    /// What a code means and what to do about it.
    typealias Explanation = (meaning: String, advice: String)

    private static let explanations: [Int: Explanation] = [
        4_000_000: ("an invalid request", "compare the request with the documentation of the call"),
        4_000_002: (
            "an invalid app identifier",
            "check the bundle identifier of the client, and that the key belongs to the same team"
        ),
        4_000_005: (
            "an invalid request revision",
            "begin again without a revision, or with the filters that it was made with"
        ),
        4_000_006: ("an invalid transaction identifier", "send a transaction identifier as the App Store wrote it"),
        4_000_008: (
            "an invalid original transaction identifier",
            "send the original transaction identifier as the App Store wrote it"
        ),
        4_000_009: ("an invalid extend-by-days value", "send 1 to 90 days"),
        4_000_010: ("an invalid reason code", "send a reason of 0 to 3"),
        4_000_011: ("an invalid request identifier", "send an identifier of 1 to 128 characters, new for each request"),
        4_000_012: (
            "the start date is earlier than the earliest allowed date",
            "ask for the last 180 days in production, the last 30 in the sandbox"
        ),
        4_000_013: ("the end date precedes the start date, or the two dates are equal", "send a start before the end"),
        4_000_014: ("the pagination token is invalid", "send the token of the last page with the same body"),
        4_000_015: ("the start date is invalid", "send milliseconds since 1970"),
        4_000_016: ("the end date is invalid", "send milliseconds since 1970"),
        4_000_017: ("the pagination token expired", "begin again without a token"),
        4_000_018: (
            "the notification type or subtype is invalid",
            "send a type of version 2, and a subtype only with its type"
        ),
        4_000_019: (
            "the request is invalid because it has too many constraints applied",
            "filter by type or by transaction, not by both"
        ),
        4_000_020: ("the test notification token is invalid", "send the token that the test was answered with"),
        4_000_021: ("an invalid sort parameter", "send ASCENDING or DESCENDING"),
        4_000_022: (
            "an invalid product type parameter",
            "send AUTO_RENEWABLE, NON_RENEWABLE, CONSUMABLE or NON_CONSUMABLE"
        ),
        4_000_023: ("the product ID parameter is invalid", "send a product of this app"),
        4_000_024: ("an invalid subscription group identifier", "send a subscription group of this app"),
        4_000_025: ("the query parameter exclude-revoked is invalid", "send true or false"),
        4_000_026: ("an invalid in-app ownership type parameter", "send PURCHASED or FAMILY_SHARED"),
        4_000_027: ("a required storefront country code is empty", "leave the list out to mean all storefronts"),
        4_000_028: ("a storefront code is invalid", "send codes of three letters such as USA"),
        4_000_030: ("the revoked parameter contains an invalid value", "send true or false"),
        4_000_031: ("the status parameter is invalid", "send a status of 1 to 5"),
        4_000_032: (
            "the value of the account tenure field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_033: ("the value of the app account token field is invalid", "send a UUID, or leave it empty"),
        4_000_034: (
            "the value of the consumption status field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_035: (
            "the customer consented field is invalid or doesn't indicate that the customer consented",
            "send consumption information only if the customer consented"
        ),
        4_000_036: (
            "the value in the delivery status field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_037: (
            "the value in the lifetime dollars purchased field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_038: (
            "the value in the lifetime dollars refunded field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_039: (
            "the value in the platform field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_040: (
            "the value in the playtime field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_041: (
            "the value in the sample content provided field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_042: (
            "the value in the user status field is invalid",
            "send a value that the documentation of Send Consumption Information lists"
        ),
        4_000_043: (
            "the transaction identifier doesn't represent a consumable in-app purchase",
            "send it for consumables only, or use version 2 of the call"
        ),
        4_000_047: (
            "the transaction identifier represents an unsupported in-app purchase type",
            "use version 2 of the call, which takes all kinds of products"
        ),
        4_000_048: (
            "the endpoint doesn't support an app transaction ID",
            "send an identifier of a transaction in an app"
        ),
        4_000_161: (
            "the image that's uploading is invalid",
            "upload a PNG without transparency, in the size the call names"
        ),
        4_000_162: ("the header text is too long", "shorten the header to 66 characters"),
        4_000_163: ("the body text is too long", "shorten the body to 144 characters"),
        4_000_164: ("the locale is invalid", "send a locale of the App Store such as en-US"),
        4_000_175: ("the alternative text for an image is too long", "shorten the text to 150 characters"),
        4_000_183: ("the app account token value is not a valid UUID", "send a UUID"),
        4_000_185: (
            "the transaction is for a product the customer obtains through Family Sharing",
            "send a transaction that the customer paid for"
        ),
        4_000_187: (
            "the endpoint expects an original transaction identifier",
            "send the original transaction identifier"
        ),
        4_000_211: (
            "the performance test request is invalid",
            "send the original transaction identifier of a sandbox subscription"
        ),
        4_000_212: ("the request ID is invalid", "send the identifier that the test was answered with"),
        4_000_213: ("an error with an existing test", "wait for the result of the test that runs"),
        4_000_215: ("the URL is invalid", "send an https address of at most 256 characters"),
        4_000_216: ("the image size provided is invalid", "send FULL_SIZE or BULLET_POINT"),
        4_000_218: ("there are too many bullet points", "send at most 5"),
        4_000_219: ("the text for a bullet point is too long", "shorten the text to 66 characters"),
        4_000_224: (
            "no image object is included, but the request indicates that the header should be placed above the image",
            "add an image, or place the header above the body"
        ),
        4_030_004: (
            "the subscription doesn't qualify for a renewal-date extension due to its subscription state",
            "extend only active subscriptions that are paid for"
        ),
        4_030_005: (
            "the subscription doesn't qualify for a renewal-date extension because it has already received the maximum extensions",
            "wait: two extensions in 365 days are allowed"
        ),
        4_030_007: (
            "a subscription isn't directly eligible for a renewal date extension because the user obtained it through Family Sharing",
            "extend the subscription of the one who shares it"
        ),
        4_030_014: ("when you reach the maximum number of uploaded images", "delete images that are not used"),
        4_030_016: ("when you reach the maximum number of uploaded messages", "delete messages that are not used"),
        4_030_017: (
            "the message isn't in the approved state, so you can't configure it as a default message",
            "wait for the approval of the message"
        ),
        4_030_018: (
            "the image isn't in the approved state, so you can't configure it as part of a default message",
            "wait for the approval of the image"
        ),
        4_030_019: (
            "the image is currently in use as part of a message, so you can't delete it",
            "delete the message first"
        ),
        4_030_026: (
            "passing a performance test is required before you can set a URL for the production environment",
            "run a performance test in the sandbox until it passes"
        ),
        4_040_001: ("the App Store account wasn't found", "nothing can be done: the account is gone"),
        4_040_002: ("the App Store account wasn't found, but you can try again", "ask again later"),
        4_040_003: ("the app wasn't found", "check bundle identifier and environment"),
        4_040_004: ("the app wasn't found, but you can try again", "ask again later"),
        4_040_005: (
            "an original transaction identifier wasn't found",
            "check the identifier, then ask the other environment"
        ),
        4_040_006: ("the original transaction identifier wasn't found, but you can try again", "ask again later"),
        4_040_007: (
            "the App Store server couldn't find a notifications URL for your app in this environment",
            "set the address for notifications in App Store Connect"
        ),
        4_040_008: (
            "the test notification token is expired or the test notification status isn't available",
            "ask again after some seconds, or request another test"
        ),
        4_040_009: (
            "the server didn't find a subscription-renewal-date extension request for the request identifier and product identifier you provided",
            "check both identifiers; the request may be of the other environment"
        ),
        4_040_010: (
            "a transaction identifier wasn't found",
            "ask the other environment; a purchase of the last minutes may not be known yet"
        ),
        4_040_014: ("the system can't find the image identifier", "upload the image first"),
        4_040_015: ("the system can't find the message identifier", "upload the message first"),
        4_040_018: ("the service can't find the specified test run", "check the identifier of the test"),
        4_040_019: (
            "an app transaction doesn't exist for the specified customer",
            "the customer never downloaded the app in this environment"
        ),
        4_040_020: ("a default message isn't configured", "configure a default message first"),
        4_040_021: ("the URL for your endpoint isn't configured", "configure the address first"),
        4_090_000: ("the image identifier already exists", "use another identifier, or the image that is there"),
        4_090_001: ("the message identifier already exists", "use another identifier, or the message that is there"),
        4_290_000: ("the request exceeded the rate limit", "wait until the moment in the header Retry-After"),
        5_000_000: ("a general internal error", "ask once more, later"),
        5_000_001: ("an unknown error occurred, but you can try again", "ask again later"),
    ]
}
