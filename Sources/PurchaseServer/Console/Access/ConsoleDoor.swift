import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// Lets people in who know a secret of the console, and tells who asks by the cookie of their browser.
struct ConsoleDoor: Sendable {
    let access: ConsoleAccess
    let sessions: ConsoleSessions
    let attempts: ConsoleAttempts
    private let proxies: TrustedProxies
    private let origins: OriginMiddleware<APIContext>

    init(_ access: ConsoleAccess, _ configuration: PurchaseServerConfiguration) {
        self.access = access
        sessions = ConsoleSessions(
            lifetime: access.sessionLifetime,
            now: configuration.now,
            makeToken: configuration.makeToken
        )
        attempts = ConsoleAttempts(uptime: configuration.uptime)
        proxies = TrustedProxies(configuration.trustedProxies)
        origins = OriginMiddleware(allowed: configuration.allowedNames)
    }

    /// Who asks; nil if somebody shows a key, or nothing.
    ///
    /// - Throws: ``APIError``, code `console-session-over`, `console-token-missing` or `console-read-only`;
    ///   ``RequestRefusal``, code `foreign-origin`.
    func caller(_ request: Request) throws -> Caller? {
        guard request.headers[.authorization] == nil, let text = ConsoleCookie.text(in: request) else { return nil }
        let session = try session(text)
        if !request.isSafe {
            try checkToken(of: session, request)
            guard session.person.role == .admin else { throw Self.readOnly }
        }
        return Caller(session.person)
    }

    /// Who is logged in.
    func session(_ request: Request) throws(APIError) -> ConsoleSession {
        guard let text = ConsoleCookie.text(in: request) else { throw Self.over }
        return try session(text)
    }

    private func session(_ text: String) throws(APIError) -> ConsoleSession {
        guard let session = sessions.session(text) else { throw Self.over }
        return session
    }

    /// Demands that the page that sent the request is the server's own.
    func checkToken(of session: ConsoleSession, _ request: Request) throws {
        try checkOrigin(request)
        guard let shown = request.headers[.consoleToken], session.matches(token: shown) else {
            throw APIError(
                .forbidden,
                "console-token-missing",
                "what changes something needs X-Purser-Console with the token of the session; load the page again"
            )
        }
    }

    /// Where a request comes from, as far as it is known.
    func address(of request: Request, from peer: String?) -> String? {
        proxies.client(of: peer, forwardedFor: request.headers[values: .forwardedFor])
    }

    /// Demands that no page of another site sent the request, as far as the browser says.
    func checkOrigin(_ request: Request) throws {
        try origins.check(request)
        guard !request.isFromOtherSite else { throw RequestRefusal.foreignOrigin("another site") }
    }

    private static let over = APIError(
        .unauthorized,
        "console-session-over",
        "nobody is logged in here, or no longer; log in again"
    )

    private static let readOnly = APIError(
        .forbidden,
        "console-read-only",
        "you may look at everything and change nothing; log in with the secret of admins"
    )
}
