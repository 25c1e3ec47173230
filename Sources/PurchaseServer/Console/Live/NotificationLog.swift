import AppStoreModels
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

    private struct Entry {
        let date: Date
        let outcome: Outcome
    }

    private let entries = Locked<[Entry]>([])
    private let now: @Sendable () -> Date

    /// How many are kept; the oldest make room.
    static let maximumCount = 100

    /// Rings when something was noted.
    let bell = WakeUp()

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    func note(_ outcome: Outcome) {
        let entry = Entry(date: now(), outcome: outcome)
        entries.withLock { entries in
            if entries.count >= Self.maximumCount { entries.removeFirst() }
            entries.append(entry)
        }
        bell.ring()
    }

    func note(_ refusal: Rejection) {
        note(.refused(code: refusal.code, message: refusal.message, rule: refusal.rule))
    }

    /// The newest first.
    var json: [JSONObject] {
        entries.withLock { Array($0) }.reversed().map { entry in
            var json = JSONObject()
            json[milliseconds: "date"] = entry.date
            switch entry.outcome {
            case .verified: json[string: "outcome"] = "verified"
            case .repeated: json[string: "outcome"] = "repeated"
            case .refused(let code, let message, let rule):
                json[string: "outcome"] = "refused"
                json[string: "code"] = code
                json[string: "message"] = message
                json[string: "rule"] = rule
            }
            return json
        }
    }
}
