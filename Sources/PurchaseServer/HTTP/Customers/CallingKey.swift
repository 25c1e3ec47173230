import Hummingbird

/// A request context that knows whose key was shown, so that the audit trail can say who did something.
protocol KeyedRequestContext: RequestContext {
    /// The name of the key, never the key itself; nil without one.
    var keyName: String? { get }
}

extension RequestContext {
    /// Who asks, for the audit trail.
    var actor: String { (self as? any KeyedRequestContext)?.keyName ?? "api" }
}
