import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A request of StoreKit and the delegate that waits for it.
// Sendable is safe: what changes is behind a lock; the request is started once, before anybody else has it, and
// cancelling is the one thing that another thread does to it, which StoreKit allows.
final class StoreRequestRun: NSObject, SKProductsRequestDelegate, @unchecked Sendable {
    private let request: SKRequest
    private let state: Locked<State>

    private struct State {
        var response: SKProductsResponse?
        /// Nil once it was given.
        var answer: StoreAnswer<SKProductsResponse?>?
    }

    init(_ request: SKRequest, _ answer: @escaping StoreAnswer<SKProductsResponse?>) {
        self.request = request
        state = Locked(State(answer: answer))
        super.init()
    }

    /// Starts the request; the result keeps it alive.
    func start() -> StoreRequest {
        // A products request hides the delegate of its base with a narrower one; the object is the same.
        if let products = request as? SKProductsRequest {
            products.delegate = self
        } else {
            request.delegate = self
        }
        request.start()
        return StoreRequest { [self] in
            _ = takeAnswer()
            request.cancel()
        }
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        state.withLock { $0.response = response }
    }

    func requestDidFinish(_ request: SKRequest) {
        let response = state.withLock { $0.response }
        takeAnswer()?(.success(response))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        takeAnswer()?(.failure(error))
    }

    private func takeAnswer() -> StoreAnswer<SKProductsResponse?>? {
        state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
    }
}
