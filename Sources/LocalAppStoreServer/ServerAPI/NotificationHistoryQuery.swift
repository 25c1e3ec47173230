import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore

/// What a caller wants to see of the notifications that were sent.
struct NotificationHistoryQuery {
    private let startDate: Date
    private let endDate: Date
    private let type: String?
    private let subtype: String?
    /// Any transaction of the customer whose notifications are wanted; nil for everybody's.
    let transactionID: String?
    private let onlyFailures: Bool
    /// The body, which must stay the same from page to page; in which order its members come does not matter.
    private let text: String

    /// Reads and checks a body.
    ///
    /// - Throws: 4000012 to 4000019, as Apple has them.
    init(_ body: JSONObject, now: Date, in environment: AppStoreEnvironment) throws(ServerAPIError) {
        guard let startDate = body[milliseconds: "startDate"] else { throw .invalidStartDate }
        guard let endDate = body[milliseconds: "endDate"] else { throw .invalidEndDate }
        guard startDate < endDate else { throw .startAfterEnd }
        let days: TimeInterval = environment == .production ? 180 : 30
        guard startDate >= now.addingTimeInterval(-days * 86_400) else {
            throw ServerAPIError(4_000_012, "The start date is more than \(Int(days)) days ago.")
        }
        type = try Self.known(body, "notificationType", Self.names.types)
        subtype = try Self.known(body, "notificationSubtype", Self.names.subtypes)
        transactionID = body[string: "transactionId"]
        if let subtype {
            guard let type else { throw ServerAPIError(4_000_018, "A subtype needs a notification type.") }
            guard Self.names.pairs.contains("\(type)/\(subtype)") else {
                throw ServerAPIError(4_000_018, "The notification type \(type) has no subtype \(subtype).")
            }
        }
        if type != nil, transactionID != nil {
            throw ServerAPIError(4_000_019, "Give either a notification type or a transaction id.")
        }
        if let transactionID {
            guard (1...20).contains(transactionID.utf8.count), transactionID.utf8.allSatisfy({ (48...57).contains($0) })
            else { throw .invalidTransactionID }
        }
        if body["onlyFailures"] != nil, body["onlyFailures"] != .null, body[boolean: "onlyFailures"] == nil {
            throw .badRequest("onlyFailures is neither true nor false.")
        }
        self.startDate = startDate
        self.endDate = endDate
        onlyFailures = body[boolean: "onlyFailures"] ?? false
        let members = body.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        text = JSONValue.object(JSONObject(members)).serialized()
    }

    /// A member that is one of Apple's values, if it is there.
    private static func known(
        _ body: JSONObject,
        _ key: String,
        _ values: Set<String>
    ) throws(ServerAPIError) -> String? {
        guard let value = body[key], value != .null else { return nil }
        guard let text = value.string, values.contains(text) else {
            throw ServerAPIError(4_000_018, "Invalid notification type or subtype.")
        }
        return text
    }

    /// Apple's types and subtypes, and which belong together: what the store sends, and what Apple no longer does.
    private static let names: (types: Set<String>, subtypes: Set<String>, pairs: Set<String>) = {
        let pairs = NotificationCause.allNames + ["TEST", "OFFER_REDEEMED/INITIAL_BUY", "OFFER_REDEEMED/RESUBSCRIBE"]
        let parts = pairs.map { $0.split(separator: "/").map(String.init) }
        return (Set(parts.compactMap(\.first)), Set(parts.filter { $0.count == 2 }.compactMap(\.last)), Set(pairs))
    }()

    /// Whether a notification is wanted.
    ///
    /// - Parameter customer: To whom ``transactionID`` belongs; nil if it is not here.
    func includes(_ notification: OutgoingNotification, of customer: String?) -> Bool {
        notification.version == .two && startDate <= notification.date && notification.date <= endDate
            && (type.map { $0 == notification.type.rawValue } ?? true)
            && (subtype.map { $0 == notification.subtype?.rawValue } ?? true)
            && !(onlyFailures && notification.isDelivered)
            && (transactionID.map { notification.isAbout($0, of: customer) } ?? true)
    }

    // MARK: Pages

    /// How long a token is good, in store time. Apple says only that tokens expire.
    static let tokenLifetime: TimeInterval = 86_400

    /// A text that stands for what comes after a notification, good for this query only.
    func token(after notification: OutgoingNotification, now: Date) -> String {
        let date = notification.date.millisecondsSince1970
        let place = "\(now.millisecondsSince1970) \(date) \(notification.eventNumber ?? .max) \(notification.id) "
        return Base64.urlSafe((place + text).utf8)
    }

    /// Where the notifications begin, by ``place(of:)``, that come with a token.
    ///
    /// - Throws: 4000014, 4000017
    func place(of token: String, now: Date) throws(ServerAPIError) -> Place {
        let invalid = ServerAPIError(4_000_014, "Invalid pagination token.")
        guard let data = Base64.urlSafe(decoding: token) else { throw invalid }
        let parts = data.split(separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 5, parts[4] == text, let made = Int64(parts[0]), let date = Int64(parts[1]),
            let event = Int(parts[2])
        else { throw invalid }
        // Divided, because a forged number may be too large to add to.
        guard made / 1_000 > Int64(now.timeIntervalSince1970 - Self.tokenLifetime) else {
            throw ServerAPIError(4_000_017, "The pagination token expired.")
        }
        return Place(date: date, event: event, id: parts[3])
    }

    /// Where a notification stands in the history.
    struct Place: Comparable {
        let date: Int64
        let event: Int
        let id: String

        static func < (left: Place, right: Place) -> Bool {
            (left.date, left.event, left.id) < (right.date, right.event, right.id)
        }
    }
}

extension OutgoingNotification {
    /// Where it stands in the history.
    var place: NotificationHistoryQuery.Place {
        .init(date: date.millisecondsSince1970, event: eventNumber ?? .max, id: id)
    }
}

extension OutgoingNotification {
    /// Whether it tells of a transaction, of the subscription that began with it, or of anything else of the customer.
    fileprivate func isAbout(_ transactionID: String, of customer: String?) -> Bool {
        // Also of a transaction that was deleted since, and so leads to nobody.
        if self.transactionID == transactionID || originalTransactionID == transactionID { return true }
        if let accountID { return accountID == customer }
        // One that the store did not make says it in its payload only.
        guard
            let payload = (try? UnverifiedJWS(signedPayload))?.json,
            let signed = payload[object: "data"]?[string: "signedTransactionInfo"],
            let transaction = (try? UnverifiedJWS(signed))?.json
        else { return false }
        return transaction[string: "transactionId"] == transactionID
            || transaction[string: "originalTransactionId"] == transactionID
    }
}
