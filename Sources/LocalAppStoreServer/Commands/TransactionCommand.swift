public import AppStoreModels
import HTTPTypes
import LocalAppStore

/// What a customer, an app or the App Store does to a transaction.
public enum TransactionCommand: Sendable, Hashable {
    /// Refund it; the reason is `.issueInApp` or `.other`.
    case refund(RevocationReason = .other)
    /// Ask for a refund as the customer: the developer is asked about consumption. The reason is `UNINTENDED_PURCHASE`,
    /// `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    case requestRefund(reason: String = "OTHER")
    /// Refuse a refund that the customer asked for.
    case declineRefund
    /// Take a refund back.
    case reverseRefund
    /// Finish it, as the app does.
    case finish
}

extension TransactionCommand: ControlCommand {
    var form: (name: String, body: JSONObject?) {
        switch self {
        case .refund(let reason): ("refund", ["revocationReason": .number(JSONNumber(reason.rawValue))])
        case .requestRefund(let reason): ("request-refund", ["consumptionRequestReason": .string(reason)])
        case .declineRefund: ("decline-refund", nil)
        case .reverseRefund: ("reverse-refund", nil)
        case .finish: ("finish", nil)
        }
    }

    init?(name: String, body: JSONObject) throws(RequestError) {
        switch name {
        case "refund":
            let reason = try body.only("revocationReason").optionalInteger("revocationReason") ?? 0
            guard (0...1).contains(reason) else {
                throw RequestError(.badRequest, "invalid-value", "the member \"revocationReason\" is 0 or 1")
            }
            self = .refund(RevocationReason(rawValue: reason))
        case "request-refund":
            let key = "consumptionRequestReason"
            self = .requestRefund(reason: try body.only(key).optionalText(key) ?? "OTHER")
        case "decline-refund": self = try body.empty(.declineRefund)
        case "reverse-refund": self = try body.empty(.reverseRefund)
        case "finish": self = try body.empty(.finish)
        default: return nil
        }
    }

    func perform(on id: String, in store: LocalAppStore) throws(StoreError) {
        switch self {
        case .refund(let reason): try store.refund(transactionID: id, reason: reason)
        case .requestRefund(let reason): try store.requestRefund(transactionID: id, reason: reason)
        case .declineRefund: try store.declineRefund(transactionID: id)
        case .reverseRefund: try store.reverseRefund(transactionID: id)
        case .finish: try store.finish(transactionID: id)
        }
    }
}
