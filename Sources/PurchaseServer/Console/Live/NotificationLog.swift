import AppStoreModels
import AppStoreTrust
import Foundation
import Locking

/// What came of the last notifications, refused ones too, of which nothing is stored. Forgotten with the process.
final class NotificationLog: Sendable {
    /// What came of one.
    enum Outcome: Sendable, Hashable {
        case verified
        case repeated
        case refused(code: String, message: String, rule: String?)
    }

    /// One that came.
    struct Entry: Sendable {
        /// Counts all that came.
        let number: Int64
        let date: Date
        let outcome: Outcome
        /// As it came; nil if it was too long to be read, or to be kept.
        let body: Data?
    }

    private struct State {
        var entries: [Entry] = []
        var count: Int64 = 0
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Date

    /// How many are kept; the oldest make room.
    static let maximumCount = 100
    /// The longest body that is kept, in bytes: Apple's have a fifth of it.
    static let longestBody = 65_536

    /// Rings when something was noted.
    let bell = WakeUp()

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    func note(_ outcome: Outcome, of body: Data?) {
        let date = now()
        let kept = body.flatMap { $0.count <= Self.longestBody ? $0 : nil }
        state.withLock { state in
            state.count += 1
            if state.entries.count >= Self.maximumCount { state.entries.removeFirst() }
            state.entries.append(Entry(number: state.count, date: date, outcome: outcome, body: kept))
        }
        bell.ring()
    }

    func note(_ refusal: Rejection, of body: Data?) {
        note(.refused(code: refusal.code, message: refusal.message, rule: refusal.rule), of: body)
    }

    /// One that is still kept.
    func entry(_ number: Int64) -> Entry? { state.withLock { $0.entries.first { $0.number == number } } }

    /// The newest first.
    var json: [JSONObject] { state.withLock { $0.entries }.reversed().map(\.json) }
}

extension NotificationLog.Entry {
    /// What came of it, and what it says it is: of a refused one anybody may have written that.
    var json: JSONObject {
        var json = JSONObject()
        json[integer: "number"] = number
        json[milliseconds: "date"] = date
        switch outcome {
        case .verified: json[string: "outcome"] = "verified"
        case .repeated: json[string: "outcome"] = "repeated"
        case .refused(let code, let message, let rule):
            json[string: "outcome"] = "refused"
            json[string: "code"] = code
            json[string: "message"] = message
            json[string: "rule"] = rule
        }
        guard let object else { return json }
        let payload = object[string: "signedPayload"].flatMap(Self.payload) ?? object
        let types = ["notificationType", "subtype", "notification_type"].compactMap { payload[string: $0] }
        json[string: "type"] = types.isEmpty ? nil : String(types.joined(separator: "/").prefix(Self.longestName))
        let data = payload[object: "data"]
        json[string: "environment"] = data?[string: "environment"].map { String($0.prefix(Self.longestName)) }
        let transaction = data?[string: "signedTransactionInfo"].flatMap(Self.payload)
        json[string: "originalTransactionId"] =
            (transaction?[string: "originalTransactionId"] ?? payload[string: "original_transaction_id"])
            .map { String($0.prefix(Self.longestName)) }
        return json
    }

    /// What came, if it is a JSON object.
    var object: JSONObject? { body.flatMap { (try? JSONValue(parsing: $0))?.object } }

    private static let longestName = 100

    private static func payload(_ compact: String) -> JSONObject? { (try? UnverifiedJWS(compact))?.json }
}
