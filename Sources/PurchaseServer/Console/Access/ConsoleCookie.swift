import Foundation
import HTTPTypes
import Hummingbird

/// What a browser keeps of a session: no script can read it, no page of another site sends it along.
enum ConsoleCookie {
    static let name = "purser_console"
    /// The longest that is looked at; ours has 64 bytes.
    private static let maximumLength = 128

    /// What the browser shows; nil if it shows nothing.
    static func text(in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for part in field.split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces) == name else { continue }
                let text = pair[1].trimmingCharacters(in: .whitespaces)
                if (1...maximumLength).contains(text.utf8.count) { return text }
            }
        }
        return nil
    }

    /// - Parameters:
    ///   - seconds: For how long the browser keeps it; 0 to forget it.
    ///   - isSecure: Whether it is shown over TLS only.
    static func field(_ text: String, seconds: TimeInterval, isSecure: Bool) -> String {
        // Not below /console alone: the pages ask below /v1.
        "\(name)=\(text); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(Int(seconds))" + (isSecure ? "; Secure" : "")
    }

    /// Whether the browser came by TLS. The server itself speaks none; what is before it says so, and so does the browser.
    /// Somebody who lies gets a cookie of no use.
    static func isSecure(_ request: Request) -> Bool {
        request.headers[.origin]?.hasPrefix("https://") == true
            || request.headers[.forwardedProtocol]?.lowercased() == "https"
    }
}

extension HTTPField.Name {
    /// What pages of the console show with everything that changes something.
    static let consoleToken = HTTPField.Name("X-Purser-Console") ?? .cookie
    /// For whom a proxy asks.
    static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .cookie
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto") ?? .cookie
    fileprivate static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .cookie
}

extension Request {
    /// Whether it only reads.
    var isSafe: Bool { method == .get || method == .head }

    /// Whether the browser says that a page of another site sent it.
    var isFromOtherSite: Bool { headers[.fetchSite].map { !["same-origin", "none"].contains($0) } ?? false }
}
