import AppStoreModels
import Foundation

/// A request of one endpoint, not yet for a server: arguments, query and body.
struct ServerAPICall: Sendable {
    let endpoint: ServerAPIEndpoint
    let arguments: [String]
    var query: [(name: String, value: String)] = []
    var body = Data()
    var contentType = "application/json"
    /// The longest argument in a path, in bytes.
    static let maximumArgumentLength = 256

    /// A call without a body.
    init(_ endpoint: ServerAPIEndpoint, _ arguments: String...) throws(ServerAPIError) {
        try self.init(endpoint, arguments: arguments)
    }

    /// A call with a body of JSON.
    init(_ endpoint: ServerAPIEndpoint, _ arguments: String..., body: JSONObject) throws(ServerAPIError) {
        try self.init(endpoint, arguments: arguments)
        self.body = JSONValue.object(body).jsonData
    }

    init(_ endpoint: ServerAPIEndpoint, arguments: [String]) throws(ServerAPIError) {
        self.endpoint = endpoint
        self.arguments = arguments
        for argument in arguments {
            guard (1...Self.maximumArgumentLength).contains(argument.utf8.count), ![".", ".."].contains(argument) else {
                let reason = "an identifier in a path has 1 to \(Self.maximumArgumentLength) bytes and names something"
                throw .invalidRequest(reason)
            }
        }
    }

    /// Adds a query item for each value.
    mutating func ask(_ name: String, _ values: [String]) {
        query += values.map { (name, $0) }
    }

    /// The address below a base.
    func url(below base: URL) throws(ServerAPIError) -> URL {
        var rest = arguments[...]
        let path = endpoint.path.split(separator: "/").map { part in
            part.hasPrefix("{") ? (rest.popFirst() ?? "").percentEncoded : String(part)
        }
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += "/" + path.joined(separator: "/")
        let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        guard let url = URL(string: text) else { throw .invalidRequest("the call makes no address; check the base") }
        return url
    }
}

extension String {
    /// Everything but unreserved characters as `%XX`, so that no argument can begin a path or a query of its own.
    var percentEncoded: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        )
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
