import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// Asks the store for products; calls for the same identifiers share one request.
    @discardableResult
    public func retrieveProductsInfo(
        _ productIds: Set<String>,
        completion: @escaping (RetrieveResults) -> Void
    ) -> any InAppRequest {
        let ticket = state.withLock { [handler = Handler(completion)] in $0.productRequests.join(productIds, handler) }
        if ticket.isFirst { startRequest(ticket) }
        return CancellableCall { [self] in leave(ticket) }
    }

    private func startRequest(_ ticket: JoinedRequests<Set<String>, RetrieveResults>.Ticket) {
        let request = services.products(ticket.key) { [weak self] answer in
            self?.end(ticket, with: RetrieveResults(answer))
        }
        state.withLock { $0.productRequests.started(request, for: ticket) }?.cancel()
    }

    private func end(_ ticket: JoinedRequests<Set<String>, RetrieveResults>.Ticket, with results: RetrieveResults) {
        callbacks.enqueue { [self] in
            for handler in state.withLock({ $0.productRequests.end(ticket) }) { handler(results) }
        }
    }

    private func leave(_ ticket: JoinedRequests<Set<String>, RetrieveResults>.Ticket) {
        let left = state.withLock { $0.productRequests.leave(ticket) }
        left.request?.cancel()
        guard let handler = left.handler else { return }
        callbacks.enqueue { handler(RetrieveResults(.failure(CancellationError()))) }
    }
}

extension RetrieveResults {
    fileprivate init(_ answer: Result<SKProductsResponse, any Error>) {
        switch answer {
        case .success(let response):
            self.init(
                retrievedProducts: Set(response.products),
                invalidProductIDs: Set(response.invalidProductIdentifiers),
                error: nil
            )
        case .failure(let error):
            self.init(retrievedProducts: [], invalidProductIDs: [], error: error)
        }
    }
}
