import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Those who may ask the App Store Server API: whose token was signed with the store's key, for its app, not long ago.
struct ServerAPICallers: Sendable {
    let key: ServerAPIKey
    let bundleID: String
    let realNow: @Sendable () -> Date
    private let tokens = ServerAPITokenCache()

    init(key: ServerAPIKey, bundleID: String, realNow: @escaping @Sendable () -> Date) {
        (self.key, self.bundleID, self.realNow) = (key, bundleID, realNow)
    }

    /// Whether one of them sent a request.
    func include(_ request: Request) -> Bool {
        let scheme = "bearer "
        guard let header = request.headers[.authorization], header.prefix(scheme.count).lowercased() == scheme else {
            return false
        }
        return tokens.isValid(String(header.dropFirst(scheme.count)), at: realNow()) { token in
            ServerAPIToken(token, key: key, bundleID: bundleID)
        }
    }

    /// What everybody else is answered; Apple writes this one as plain text.
    static var unauthenticated: Response {
        Response(
            status: .unauthorized,
            headers: [.contentType: "text/plain;charset=UTF-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "Unauthenticated\n\nRequest ID: LOCAL\n"))
        )
    }
}
