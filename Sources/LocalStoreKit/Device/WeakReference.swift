/// A reference that does not keep its object alive.
// Sendable is safe: loading a weak reference is atomic, and what the object allows is for the reader to respect: the
// module calls observers and delegates on the callback queue only, where the app expects them.
struct WeakReference<Object>: @unchecked Sendable {
    private weak var storage: AnyObject?

    init(_ object: Object) {
        storage = object as AnyObject
    }

    var object: Object? { storage as? Object }
}
