import AppStoreModels
import AppStoreServerClient
import Foundation

/// An answer of the App Store Server API for a person: what it says of itself, and a table for each thing in it.
struct APIAnswerText {
    private let answer: JSONObject
    private let statusSubject: PayloadText.StatusSubject
    private let endpoint: ServerAPIEndpoint

    init(_ answer: JSONObject, to endpoint: ServerAPIEndpoint) {
        self.answer = answer
        self.endpoint = endpoint
        statusSubject =
            switch endpoint {
            case .lookUpOrderID: .order
            case .allSubscriptionStatuses, .notificationHistory, .testNotificationStatus: .subscription
            default: .unknown
            }
    }

    /// A history as a row for each transaction or notification, with what the answer says of itself below; nil for what is no
    /// history.
    func table(on terminal: Terminal) -> [String]? {
        let table: TextTable
        switch endpoint {
        case .transactionHistory, .transactionHistoryV1, .refundHistory, .refundHistoryV1: table = transactions
        case .notificationHistory: table = notifications
        default: return nil
        }
        var own = TextTable()
        for row in PayloadText(plainMembers, statusOf: statusSubject).rows { own.add(row.name, row.value) }
        let rows = table.isEmpty ? ["nothing"] : table.lines(on: terminal)
        return rows + (own.isEmpty ? [] : [""] + own.lines(on: terminal))
    }

    private var plainMembers: JSONObject {
        JSONObject(answer.members.filter { $0.1.object == nil && $0.1.array == nil }.map { ($0.0, $0.1) })
    }

    private var transactions: TextTable {
        var table = TextTable(head: ["transaction", "original", "product", "bought", "until", "price", "revoked"])
        for transaction in (answer[array: "signedTransactions"] ?? []).compactMap(\.object) {
            let price = transaction[integer: "price"].map {
                "\(Decimal($0) / 1_000) \(transaction[string: "currency"] ?? "")"
            }
            table.add(
                transaction[string: "transactionId"] ?? "",
                transaction[string: "originalTransactionId"] ?? "",
                transaction[string: "productId"] ?? "",
                Self.date("purchaseDate", of: transaction),
                Self.date("expiresDate", of: transaction),
                price ?? "",
                Self.date("revocationDate", of: transaction)
            )
        }
        return table
    }

    private var notifications: TextTable {
        var table = TextTable(head: ["notification", "signed", "what", "transaction", "attempts", "last result"])
        for item in (answer[array: "notificationHistory"] ?? []).compactMap(\.object) {
            let payload = item[object: "signedPayload"] ?? [:]
            let attempts = (item[array: "sendAttempts"] ?? []).compactMap(\.object)
            let what = [payload[string: "notificationType"], payload[string: "subtype"]].compactMap(\.self)
            table.add(
                payload[string: "notificationUUID"] ?? "",
                Self.date("signedDate", of: payload),
                what.joined(separator: "/"),
                payload[object: "data"]?[object: "signedTransactionInfo"]?[string: "transactionId"] ?? "",
                String(attempts.count),
                attempts.last?[string: "sendAttemptResult"] ?? ""
            )
        }
        return table
    }

    private static func date(_ name: String, of object: JSONObject) -> String {
        object[milliseconds: name].map { RFC3339.string(from: $0) } ?? ""
    }

    func lines(on terminal: Terminal) -> [String] {
        section(nil, answer, terminal)
    }

    /// The plain members of an object as a table, then each object or list in it below a heading of its own.
    private func section(_ title: String?, _ object: JSONObject, _ terminal: Terminal) -> [String] {
        var plain = JSONObject()
        var inner: [(title: String, object: JSONObject)] = []
        for (key, value) in object.members {
            let objects = value.object.map { [$0] } ?? value.array?.compactMap(\.object) ?? []
            if objects.isEmpty {
                plain[key] = value
            } else {
                let names = objects.count == 1 ? [key] : objects.indices.map { "\(key) \($0 + 1)" }
                inner += zip(names, objects).map { ($0, $1) }
            }
        }
        var table = TextTable()
        for row in PayloadText(plain, statusOf: statusSubject).rows { table.add(row.name, row.value) }
        let heading = title.map { [terminal.styled($0, .heading)] } ?? []
        let own =
            plain.isEmpty ? [] : heading + table.lines(on: terminal, indent: title == nil ? 0 : 2) + [""]
        return inner.reduce(own) { lines, part in
            let name = title.map { "\($0) · \(part.title)" } ?? part.title
            return lines + section(name, part.object, terminal)
        }
    }
}
