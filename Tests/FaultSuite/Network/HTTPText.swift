import AppStoreModels

/// The bytes of HTTP requests.
enum HTTPText {
    /// A request as it should be.
    ///
    /// - Parameters:
    ///   - target: The path, and what stands behind its question mark.
    ///   - headers: Lines without their end, besides `Host` and `Content-Length`.
    static func request(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        body: [UInt8] = [],
        host: String = "127.0.0.1"
    ) -> [UInt8] {
        head(method, target, headers: headers + (body.isEmpty ? [] : ["Content-Length: \(body.count)"]), host: host)
            + body
    }

    /// The lines before a body, and the empty one.
    static func head(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        host: String = "127.0.0.1"
    ) -> [UInt8] {
        Array((["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// An answer as it should be.
    static func answer(
        _ status: String,
        headers: [String] = ["Content-Type: application/json"],
        body: [UInt8] = []
    ) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }
}
