import Foundation
import Locking

/// What a request brings back.
enum RequestAnswer: Sendable {
    case done
    /// Nothing yet: to be asked again after so many seconds.
    case later(TimeInterval, @Sendable (LocalDevice) throws -> RequestAnswer)
    case products(SKProductsResponse)
}

/// One start of a request: finds its way back to the request only if that still lives and was not cancelled.
final class RequestRun: Sendable {
    private let request: Locked<WeakReference<SKRequest>?>

    init(_ request: SKRequest) {
        self.request = Locked(WeakReference(request))
    }

    func cancel() {
        request.withLock { $0 = nil }
    }

    /// Runs `body` with the request, at most once.
    func end(_ body: (SKRequest) -> Void) {
        let reference = request.withLock { held in
            defer { held = nil }
            return held
        }
        if let request = reference?.object { body(request) }
    }
}

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
