import Foundation
import Locking

/// What a request brings back.
enum RequestAnswer: Sendable {
    case done
    /// Nothing yet: to be asked again after so many seconds.
    case later(TimeInterval, @Sendable (LocalDevice) throws -> RequestAnswer)
    case products(SKProductsResponse)
}

/// One start of a request: keeps the request alive until it has ended or was cancelled, as on Apple platforms, so that an
/// app may hold it by a local variable alone.
final class RequestRun: Sendable {
    /// A request on its way to the callback queue.
    // Sendable is safe: nothing but a reference count is touched off the callback queue; the one who takes the request out
    // uses it there, where the app expects it.
    private struct Reference: @unchecked Sendable {
        let request: SKRequest
    }

    private let reference: Locked<Reference?>

    init(_ request: SKRequest) {
        reference = Locked(Reference(request: request))
    }

    /// Lets the request go.
    func cancel() {
        _ = take()
    }

    /// Runs `body` with the request, at most once.
    func end(_ body: (SKRequest) -> Void) {
        if let request = take()?.request { body(request) }
    }

    private func take() -> Reference? {
        reference.withLock { held in
            defer { held = nil }
            return held
        }
    }
}
