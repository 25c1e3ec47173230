import AppStoreModels
import Foundation

/// A request for a refund about which the App Store asked, and what became of it.
struct ListedRefundRequest: Sendable, Hashable {
    let request: RefundRequest
    /// What the customer gave as the reason, in Apple's words.
    let reason: String?
    /// Until when the App Store waits for an answer.
    let deadline: Date
    /// As it is stored: what nobody has looked at since its deadline is still ``RefundRequestState/waiting``.
    let storedState: RefundRequestState
    let lastFailure: String?
    let settledDate: Date?
    /// Whose purchase it is; nil if it is nobody's, or was asked for by its customer.
    var customer: CustomerID?

    /// Whether the App Store still waits.
    func isOpen(at date: Date) -> Bool { storedState == .waiting && deadline > date }

    /// What was not answered in time is late from that moment, not from the next look at it.
    func state(at date: Date) -> RefundRequestState {
        storedState == .waiting && !isOpen(at: date) ? .late : storedState
    }

    var position: RefundRequestQuery.Position {
        RefundRequestQuery.Position(deadline: deadline, notification: request.notification)
    }

    func json(at date: Date) -> JSONObject {
        var json: JSONObject = [
            "id": .string(request.notification), "environment": .string(request.environment.rawValue),
            "originalTransactionId": .string(request.originalTransactionID),
            "transactionId": .string(request.transactionID), "bundleId": .string(request.bundleID),
            "state": .string(state(at: date).rawValue),
        ]
        json[string: "customer"] = customer?.value
        json[string: "reason"] = reason
        json[milliseconds: "deadlineDate"] = deadline
        json[integer: "attemptCount"] = Int64(request.attempts)
        json[object: "answer"] = request.answer?.json
        json[string: "lastFailure"] = lastFailure
        json[milliseconds: "settledDate"] = settledDate
        return json
    }
}
