import HTTPTypes
import Hummingbird

/// Lets only callers through whose key is of the right kind and has the scope, as often as they may.
struct KeyMiddleware: RouterMiddleware {
    /// Who may ask.
    enum Demand: Sendable {
        /// Apps, and nobody else: a secret key has no place in an app.
        case app
        /// The developer's servers, with this scope.
        case scope(KeyScope)
    }

    let demand: Demand
    let ring: KeyRing
    let limiter: RateLimiter
    /// Who may ask without a key; nil where there is no console.
    var console: Console?

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let caller = try await caller(request, context)
        try check(caller)
        var context = context
        context.caller = caller
        // Nearly nobody is a person, and a console is dear to copy.
        guard let person = caller.person, let console, ConsoleAudit.concerns(request, context) else {
            return try await next(request, context)
        }
        return try await console.audit.recording(request, context, by: person, next)
    }

    /// Who asks, as often as they may. ``KeptAnswerShortcut`` may have found that out already, and counted it.
    private func caller(_ request: Request, _ context: APIContext) async throws -> Caller {
        if let known = context.caller { return known }
        let visitor = try console?.door.caller(request)
        let authorization = request.headers.value(of: .authorization)
        let caller = if let visitor { visitor } else { try await ring.caller(authorization) }
        context.observed?.callerID = caller.id
        try limiter.count(caller)
        return caller
    }

    private func check(_ caller: Caller) throws(APIError) {
        switch (demand, caller.kind) {
        case (_, nil), (.app, .public): return
        case (.app, .secret):
            throw APIError(
                .forbidden,
                "wrong-kind-of-key",
                "apps show a public key; keep secret ones on your servers"
            )
        case (.scope, .public):
            throw APIError(.forbidden, "wrong-kind-of-key", "this needs a secret key; a public one is for /v1/app")
        case (.scope(let scope), .secret):
            guard caller.scopes.contains(scope) else {
                throw APIError(.forbidden, "scope-missing", "the key \(caller.id) has not the scope \(scope.rawValue)")
            }
        }
    }
}
