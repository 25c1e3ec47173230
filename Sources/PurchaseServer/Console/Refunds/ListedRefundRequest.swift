import AppStoreModels
import Foundation

/// A request for a refund about which the App Store asked, and what became of it.
struct ListedRefundRequest: Sendable, Hashable {
    let request: RefundRequest
    /// What the customer gave as the reason, in Apple's words.
    let reason: String?
    /// Until when the App Store waits for an answer.
    let deadline: Date
    /// `waiting`, `answered`, `refused` or `late`.
    let state: String
    let lastFailure: String?
    let settledDate: Date?

    /// Whether the App Store still waits.
    func isOpen(at date: Date) -> Bool { state == "waiting" && deadline > date }

    func json(at date: Date) -> JSONObject {
        var json: JSONObject = [
            "id": .string(request.notification), "environment": .string(request.environment.rawValue),
            "originalTransactionId": .string(request.originalTransactionID),
            "transactionId": .string(request.transactionID), "bundleId": .string(request.bundleID),
            // What was not answered in time is late from that moment, not from the next look at it.
            "state": .string(state == "waiting" && !isOpen(at: date) ? "late" : state),
        ]
        json[string: "reason"] = reason
        json[milliseconds: "deadlineDate"] = deadline
        json[integer: "attemptCount"] = Int64(request.attempts)
        json[object: "answer"] = request.answer?.json
        json[string: "lastFailure"] = lastFailure
        json[milliseconds: "settledDate"] = settledDate
        return json
    }
}
