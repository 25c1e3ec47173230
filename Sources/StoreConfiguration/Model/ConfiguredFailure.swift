public import AppStoreModels

/// A failure that tests simulate for one part of StoreKit, since Xcode 15.
///
/// The file names the error by a kind and a number. That the number is the place of the case in StoreKit's own
/// enumeration fits all files that were seen, but is not documented, so both are kept as they are.
public struct ConfiguredFailure: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The parts of StoreKit that can fail, in the order in which Xcode writes them.
    public static let knownNames = [
        "Load Products", "Purchase", "Verification", "App Store Sync", "Subscription Status", "App Transaction",
        "Manage Subscriptions Sheet", "Refund Request Sheet", "Offer Code Redeem Sheet",
    ]

    /// The errors of each kind in the order of StoreKit's enumerations, as far as its documentation lists them.
    static let knownErrors: [String: [String]] = [
        "generic": [
            "unknown", "userCancelled", "networkError", "systemError", "notAvailableInStorefront", "notEntitled",
        ],
        "purchase": [
            "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer",
            "invalidOfferIdentifier", "invalidOfferPrice", "invalidOfferSignature", "missingOfferParameters",
        ],
        "verification": [
            "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification", "invalidEncoding",
            "invalidSignature", "missingRequiredProperties",
        ],
        "refund request": ["duplicateRequest", "failed"],
    ]

    /// What fails, one of ``knownNames``.
    public var name: String? {
        get { json[string: "name"] }
        set { json[string: "name"] = newValue }
    }

    /// Whether it fails now.
    public var isEnabled: Bool {
        get { json[boolean: "enabled"] ?? false }
        set { json[boolean: "enabled"] = newValue }
    }

    /// The kind of the error: `generic`, `purchase`, `verification` or `refund request`.
    public var errorKind: String? { json[object: "current"]?[string: "type"] }

    /// The number of the error in its kind, from 0.
    public var errorIndex: Int? { json[object: "current"]?[integer: "index"].flatMap(Int.init(exactly:)) }

    /// What StoreKit calls the error, if the number is the place of its case; nil for one that is not known.
    package var errorName: String? {
        guard let errorKind, let errorIndex, let names = Self.knownErrors[errorKind],
            names.indices.contains(errorIndex)
        else { return nil }
        return names[errorIndex]
    }
}
