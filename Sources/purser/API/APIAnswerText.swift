import AppStoreModels
import AppStoreServerClient

/// An answer of the App Store Server API for a person: what it says of itself, and a table for each thing in it.
struct APIAnswerText {
    private let answer: JSONObject
    private let statusSubject: PayloadText.StatusSubject

    init(_ answer: JSONObject, to endpoint: ServerAPIEndpoint) {
        self.answer = answer
        statusSubject =
            switch endpoint {
            case .lookUpOrderID: .order
            case .allSubscriptionStatuses, .notificationHistory, .testNotificationStatus: .subscription
            default: .unknown
            }
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
