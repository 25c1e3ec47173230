import AppStoreModels
import Foundation

/// The members of a signed payload as rows that a person can read: dates as dates, prices with their currency, numbers
/// with what they stand for.
struct PayloadText {
    /// Of what a member `status` tells, which means something else in each answer.
    enum StatusSubject {
        case subscription, order, unknown
    }

    private let payload: JSONObject
    private let statusSubject: StatusSubject

    init(_ payload: JSONObject, statusOf subject: StatusSubject = .subscription) {
        self.payload = payload
        statusSubject = subject
    }

    /// A row for each member; those of inner objects are named with a dot, inner JWS are left out.
    var rows: [(name: String, value: String)] { rows(of: payload, prefix: "") }

    private func rows(of object: JSONObject, prefix: String) -> [(name: String, value: String)] {
        object.members.flatMap { key, value -> [(name: String, value: String)] in
            if let inner = value.object { return rows(of: inner, prefix: "\(prefix)\(key).") }
            guard !key.hasPrefix("signed") || value.string == nil else { return [] }
            return [("\(prefix)\(key)", text(of: value, key, in: object))]
        }
    }

    private func text(of value: JSONValue, _ key: String, in object: JSONObject) -> String {
        let plain = value.string ?? value.serialized()
        if key.hasSuffix("Date"), let date = object[milliseconds: key] {
            return RFC3339.stringWithMilliseconds(from: date)
        }
        if key.lowercased().hasSuffix("price"), let thousandths = object[integer: key] {
            return "\(Decimal(thousandths) / 1000) \(object[string: "currency"] ?? "")".trimmedAtEnd
        }
        let meanings = key == "status" ? statusSubject.meanings : Self.meanings[key]
        guard let number = value.lenientInteger, let meaning = meanings?[number] else { return plain }
        return "\(plain) (\(meaning))"
    }

    /// What numbers stand for, by member.
    private static let meanings: [String: [Int64: String]] = [
        "autoRenewStatus": [0: "ends with this period", 1: "renews"],
        "expirationIntent": [
            1: "cancelled by the customer", 2: "billing error", 3: "no consent to a price increase",
            4: "product not for sale", 5: "another reason",
        ],
        "offerType": [1: "introductory", 2: "promotional", 3: "offer code", 4: "win-back"],
        "revocationReason": [0: "another reason", 1: "an issue in the app"],
        "priceIncreaseStatus": [0: "not yet answered", 1: "agreed, or no consent needed"],
    ]
}

extension PayloadText.StatusSubject {
    fileprivate var meanings: [Int64: String] {
        switch self {
        case .subscription:
            [1: "active", 2: "expired", 3: "in billing retry, no access", 4: "in the grace period", 5: "revoked"]
        case .order: [0: "a valid order", 1: "no order of this app"]
        case .unknown: [:]
        }
    }
}
