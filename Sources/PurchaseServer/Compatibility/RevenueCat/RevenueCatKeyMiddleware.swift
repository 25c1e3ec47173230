import Foundation
import HTTPTypes
import Hummingbird

/// Finds out whose key was shown; that interface also takes one without `Bearer`. What it opens each call says by itself.
struct RevenueCatKeyMiddleware: RouterMiddleware {
    let ring: KeyRing
    let limiter: RateLimiter
    /// Whether apps are to show customers' own tokens, of which that interface knows nothing.
    let demandsTokens: Bool

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let shown = request.headers[.authorization].map { $0.contains(" ") ? $0 : "Bearer " + $0 }
        let caller: Caller
        do {
            caller = try await ring.caller(shown)
        } catch let error as APIError where shown == nil {
            throw RevenueCatError(.unauthorized, .badAuthToken, error.message)
        }
        context.observed?.callerID = caller.id
        try limiter.count(caller)
        if demandsTokens, caller.kind == .public {
            throw RevenueCatError(
                .forbidden,
                .badAPIKey,
                "apps of this server show their customers' tokens, which this interface does not know; it is for secret keys"
            )
        }
        var context = context
        context.caller = caller
        return try await next(request, context)
    }
}

extension APIContext {
    /// Whether a secret key was shown, or none is asked for.
    var isBackend: Bool { caller?.kind != .public }

    /// Lets an app through by a public key, and the developer's servers by a secret one that may look customers up.
    func demandAnyKey() throws(RevenueCatError) {
        if isBackend { try demand(.customers) }
    }

    /// Lets only the developer's servers through, by a secret key with a scope.
    func demand(_ scope: KeyScope) throws(RevenueCatError) {
        guard isBackend else {
            throw RevenueCatError(.forbidden, .badAPIKey, "this needs a secret key; apps have a public one")
        }
        guard caller?.scopes.contains(scope) == true else {
            throw RevenueCatError(.forbidden, .badAPIKey, "the key has not the scope \(scope.rawValue)")
        }
    }

    /// The customer in the path.
    var appUserID: CustomerID {
        get throws(RevenueCatError) {
            // What is escaped wrongly is nobody's name.
            try CustomerID(appUserID: parameters.get("id").map { $0.removingPercentEncoding ?? "\u{0}" })
        }
    }
}

extension CustomerID {
    /// - Throws: ``RevenueCatError`` that tells an empty name from one that cannot be.
    init(appUserID text: String?) throws(RevenueCatError) {
        guard let text, !text.isEmpty else {
            throw RevenueCatError(.badRequest, .emptyAppUserID, "the app user id is missing or empty")
        }
        guard let customer = CustomerID(text) else {
            throw RevenueCatError(
                .badRequest,
                .badAppUserID,
                "an app user id is 1 to 256 bytes of UTF-8 without control characters, percent-encoded in a path"
            )
        }
        self = customer
    }
}
