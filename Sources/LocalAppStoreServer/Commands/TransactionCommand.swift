public import AppStoreModels
import HTTPTypes
public import LocalAppStore

/// What a customer, an app or the App Store does to a transaction.
public enum TransactionCommand: Sendable, Hashable {
    /// Refund it; the reason is `.issueInApp` or `.other`. In thousandths of a percent, 1 to 100000.
    case refund(RevocationReason = .other, milliPercentage: Int = 100_000)
    /// Ask for a refund as the customer: the developer is asked about consumption, and the store decides as it is told here.
    /// The reason is `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    case requestRefund(reason: String = "OTHER", decision: StoreRefundDecision = .undecided)
    /// Decide now about a refund that the customer asked for, as was said beforehand, or as the developer prefers.
    case settleRefund
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
        case .refund(let reason, 100_000): ("refund", ["revocationReason": .number(JSONNumber(reason.rawValue))])
        case .refund(let reason, let percentage):
            (
                "refund",
                [
                    "revocationReason": .number(JSONNumber(reason.rawValue)),
                    "revocationPercentage": .number(JSONNumber(percentage)),
                ]
            )
        case .requestRefund(let reason, .undecided):
            ("request-refund", ["consumptionRequestReason": .string(reason)])
        case .requestRefund(let reason, let decision):
            (
                "request-refund",
                ["consumptionRequestReason": .string(reason), "decision": .string(decision.rawValue)]
            )
        case .settleRefund: ("settle-refund", nil)
        case .declineRefund: ("decline-refund", nil)
        case .reverseRefund: ("reverse-refund", nil)
        case .finish: ("finish", nil)
        }
    }

    init?(name: String, body: JSONObject) throws(RequestError) {
        switch name {
        case "refund":
            let reason =
                try body.only("revocationReason", "revocationPercentage").optionalInteger("revocationReason") ?? 0
            guard (0...1).contains(reason) else {
                throw RequestError(.badRequest, "invalid-value", "the member \"revocationReason\" is 0 or 1")
            }
            let percentage = try body.optionalInteger("revocationPercentage") ?? 100_000
            self = .refund(RevocationReason(rawValue: reason), milliPercentage: percentage)
        case "request-refund":
            let key = "consumptionRequestReason"
            let reason = try body.only(key, "decision").optionalText(key) ?? "OTHER"
            let decision = try body.optionalText("decision").map(StoreRefundDecision.init(rawValue:))
            self = .requestRefund(reason: reason, decision: decision ?? .undecided)
        case "settle-refund": self = try body.empty(.settleRefund)
        case "decline-refund": self = try body.empty(.declineRefund)
        case "reverse-refund": self = try body.empty(.reverseRefund)
        case "finish": self = try body.empty(.finish)
        default: return nil
        }
    }

    func perform(on id: String, in store: LocalAppStore) throws(StoreError) {
        switch self {
        case .refund(let reason, let percentage):
            try store.refund(transactionID: id, reason: reason, milliPercentage: percentage)
        case .requestRefund(let reason, let decision):
            try store.requestRefund(transactionID: id, reason: reason, decision: decision)
        case .settleRefund: try store.settleRefund(transactionID: id)
        case .declineRefund: try store.declineRefund(transactionID: id)
        case .reverseRefund: try store.reverseRefund(transactionID: id)
        case .finish: try store.finish(transactionID: id)
        }
    }
}
