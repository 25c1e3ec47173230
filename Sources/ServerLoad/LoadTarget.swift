import AppStoreModels
package import Foundation

/// Where requests go, and what is shown with them.
package struct LoadTarget: Sendable {
    /// The server, without a path.
    package let server: URL
    /// What apps show; nil where the server demands none.
    package let key: String?
    /// How many seconds an answer may take.
    package let patience: Double

    /// A target.
    package init(server: URL, key: String?, patience: Double = 30) {
        self.server = server
        self.key = key
        self.patience = patience
    }

    /// The longest answer that is read, in bytes.
    private static let longestAnswer = 16 * 1024 * 1024

    func request(_ request: LoadRequest) -> HTTPTransportRequest {
        var headers: [String: String] = [:]
        if request.kind != .notification, let key { headers["Authorization"] = "Bearer \(key)" }
        if let tag = request.entityTag { headers["If-None-Match"] = tag }
        return HTTPTransportRequest(
            url: server.appendingPathComponent(request.path),
            method: request.body.isEmpty ? "GET" : "POST",
            body: request.body,
            timeout: patience,
            maximumResponseLength: Self.longestAnswer,
            headers: headers
        )
    }
}
