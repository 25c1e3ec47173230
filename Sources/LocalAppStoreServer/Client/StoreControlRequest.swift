public import AppStoreModels
import Foundation

/// One request to the control interface of a running store, which answers with a record.
///
/// The functions name everything that the interface can do.
public struct StoreControlRequest<Answer: JSONBacked>: Sendable, Hashable {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// The parts of the path below `/control`, not yet escaped.
    public let path: [String]
    /// What stands behind the question mark, not yet escaped.
    public let query: [String: String]
    /// The body; nil for none.
    public let body: JSONObject?

    /// Any request.
    public init(_ method: String, _ path: [String], query: [String: String] = [:], body: JSONObject? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// Method and path, for a person.
    var place: String { "\(method) \(path.joined(separator: "/"))" }

    /// The address below the store's own.
    func url(below base: URL) -> URL? {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/")
        let path = (["control"] + path).map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return nil }
        let prefix = parts.percentEncodedPath.hasSuffix("/") ? parts.percentEncodedPath : parts.percentEncodedPath + "/"
        parts.percentEncodedPath = prefix + path.joined(separator: "/")
        if !query.isEmpty {
            parts.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        return parts.url
    }

    /// A request about all records of a kind, or those of one account.
    init<Record: StoreRecord>(of account: String?) where Answer == RecordList<Record> {
        self.init("GET", [Record.listName], query: account.map { ["account": $0] } ?? [:])
    }

    /// A command about the record of an identifier.
    init(_ command: some ControlCommand, below folder: String, _ id: String) {
        let form = command.form
        self.init("POST", [folder, id, form.name], body: form.body)
    }
}
