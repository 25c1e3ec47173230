package import AppStoreModels
package import AppStoreTrust
package import Foundation

/// What a notification of version 1 says, and what became of every rule about it.
package struct OldStyleNotificationExamination: Sendable {
    /// One rule and what became of it.
    package typealias Check = RuleCheck<OldStyleNotificationRule, OldStyleNotificationFailure>

    /// `notification_type`; empty if there is none.
    package let type: String
    /// `bid`; empty if there is none.
    package let bundleID: String
    /// The App Store that sent it. It writes `PROD` for production here and nowhere else.
    package let environment: AppStoreEnvironment
    /// The purchases that it reports.
    package let unified: VerifyReceiptResponse
    /// The receipt inside, encoded as DER.
    package let latestReceipt: Data?
    /// Every rule, in order: who does not know the secret learns nothing of the others.
    package internal(set) var checks: [Check] = []

    init(_ object: JSONObject) {
        type = object[string: "notification_type"] ?? ""
        bundleID = object[string: "bid"] ?? ""
        let sender = object[string: "environment"] ?? ""
        environment = sender == "PROD" ? .production : AppStoreEnvironment(rawValue: sender)
        unified = VerifyReceiptResponse(json: object[object: "unified_receipt"] ?? JSONObject())
        latestReceipt = unified.latestReceipt.flatMap { Data(base64: $0) }
    }

    /// The first rule that failed; nil if the notification can be believed.
    package var firstFailure: OldStyleNotificationFailure? { checks.lazy.compactMap(\.failure).first }
}
