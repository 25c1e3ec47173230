import AppStoreModels

/// What a signed payload says that is compared: its kind, app, App Store and subscription.
struct SignedClaims {
    let kind: SignedPayloadKind?
    let bundleID: String?
    let environment: AppStoreEnvironment?
    let originalTransactionID: String?
    /// Whether it has a date of its own.
    let hasDate: Bool
    /// The few words that identify it, may be empty.
    let summary: String

    init(_ payload: JSONObject) {
        kind = SignedPayloadKind(recognizing: payload)
        let bodies = ["data", "summary", "appData", "externalPurchaseToken"]
        let body = kind == .notification ? bodies.lazy.compactMap { payload[object: $0] }.first ?? payload : payload
        bundleID = body[string: "bundleId"]
        environment = (body[string: "environment"] ?? body[string: "receiptType"])
            .map(AppStoreEnvironment.init(rawValue:))
        originalTransactionID = payload[string: "originalTransactionId"]
        hasDate = payload["signedDate"] != nil || payload["receiptCreationDate"] != nil
        summary = Self.words(of: kind, payload).compactMap(\.self).joined(separator: " ")
    }

    private static func words(of kind: SignedPayloadKind?, _ payload: JSONObject) -> [String?] {
        switch kind {
        case .notification?: [payload[string: "notificationType"], payload[string: "subtype"]]
        case .transaction?: [payload[string: "transactionId"], payload[string: "productId"]]
        case .renewalInfo?, .realtimeRequest?: [payload[string: "originalTransactionId"], payload[string: "productId"]]
        case .appTransaction?: [payload[string: "applicationVersion"].map { "version \($0)" }]
        default: []
        }
    }
}
