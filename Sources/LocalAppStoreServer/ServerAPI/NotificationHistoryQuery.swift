import AppStoreModels
import Foundation

/// What a caller wants to see of the notifications that were sent.
struct NotificationHistoryQuery {
    private let startDate: Date
    private let endDate: Date
    private let type: String?
    private let subtype: String?
    private let transactionID: String?
    private let onlyFailures: Bool
    /// The body, which must stay the same from page to page.
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
        type = body[string: "notificationType"]
        subtype = body[string: "notificationSubtype"]
        transactionID = body[string: "transactionId"]
        if subtype != nil, type == nil { throw ServerAPIError(4_000_018, "A subtype needs a notification type.") }
        if type != nil, transactionID != nil {
            throw ServerAPIError(4_000_019, "Give either a notification type or a transaction id.")
        }
        self.startDate = startDate
        self.endDate = endDate
        onlyFailures = body[boolean: "onlyFailures"] ?? false
        text = JSONValue.object(body).serialized()
    }

    func includes(_ notification: OutgoingNotification) -> Bool {
        startDate <= notification.date && notification.date <= endDate
            && (type.map { $0 == notification.type.rawValue } ?? true)
            && (subtype.map { $0 == notification.subtype?.rawValue } ?? true)
            && !(onlyFailures && notification.isDelivered)
            && (transactionID.map { notification.isAbout(transactionID: $0) } ?? true)
    }

    /// A text that stands for a place in the list, good for this query only.
    func token(start: Int) -> String { Base64.urlSafe("\(start) \(text)".utf8) }

    /// The place of a token.
    ///
    /// - Throws: 4000014
    func start(of token: String) throws(ServerAPIError) -> Int {
        guard
            let data = Base64.urlSafe(decoding: token),
            let space = data.firstIndex(of: UInt8(ascii: " ")),
            let start = Int(String(decoding: data[..<space], as: UTF8.self)), start >= 0,
            data[data.index(after: space)...].elementsEqual(text.utf8)
        else { throw ServerAPIError(4_000_014, "Invalid pagination token.") }
        return start
    }
}

extension OutgoingNotification {
    /// Whether it tells of a transaction, or of the subscription that began with it.
    fileprivate func isAbout(transactionID: String) -> Bool {
        guard
            let payload = Self.payload(of: signedPayload),
            let signed = payload[object: "data"]?[string: "signedTransactionInfo"],
            let transaction = Self.payload(of: signed)
        else { return false }
        return transaction[string: "transactionId"] == transactionID
            || transaction[string: "originalTransactionId"] == transactionID
    }

    private static func payload(of jws: String) -> JSONObject? {
        let parts = jws.split(separator: ".")
        guard parts.count == 3 else { return nil }
        return Base64.urlSafe(decoding: parts[1]).flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
