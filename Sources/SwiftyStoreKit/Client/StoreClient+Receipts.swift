public import Foundation
import Locking

extension StoreClient {
    /// What time it is in the store, or on the device, as far as it is known: a store elsewhere is not waited for.
    package var now: Date { services.now() }

    /// The receipt as it is on the device; nil if there is none.
    public var localReceiptData: Data? { services.receipt() }

    /// The receipt, from the device or, if it is missing or `forceRefresh` is true, from the store.
    ///
    /// A refresh may ask the customer for a password. Calls while one runs join it.
    ///
    /// - Returns: The request to cancel; nil if the receipt is on the device.
    @discardableResult
    public func fetchReceipt(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        let handler = Handler(completion)
        if !forceRefresh, let receipt = localReceiptData {
            callbacks.enqueue { handler(.success(receiptData: receipt)) }
            return nil
        }
        let ticket = state.withLock { $0.refreshRequests.join(ReceiptRefresh(), handler) }
        if ticket.isFirst { startRefresh(ticket) }
        return CancellableCall { [self] in leave(ticket) }
    }

    /// Fetches the receipt, then has `validator` check and decode it.
    ///
    /// - Returns: The request to cancel while the receipt is fetched; nil if it is on the device.
    @discardableResult
    public func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        fetchReceipt(forceRefresh: forceRefresh) { [self] result in
            switch result {
            case .success(let receiptData): validate(receiptData, using: validator, completion)
            case .error(let error): completion(.error(error: error))
            }
        }
    }

    /// Verifies the receipt that is on the device, and nothing else: the store is not asked, no password is wanted.
    func verifyStoredReceipt(
        using validator: any ReceiptValidator,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) {
        guard let receipt = localReceiptData else {
            let handler = Handler(completion)
            callbacks.enqueue { handler(.error(error: .noReceiptData)) }
            return
        }
        validate(receipt, using: validator, completion)
    }

    private func validate(
        _ receipt: Data,
        using validator: any ReceiptValidator,
        _ completion: @escaping (VerifyReceiptResult) -> Void
    ) {
        let answer = OnceHandler(completion)
        validator.validate(receiptData: receipt) { [callbacks] result in
            callbacks.enqueue { answer(result) }
        }
    }

    private func startRefresh(_ ticket: JoinedRequests<ReceiptRefresh, FetchReceiptResult>.Ticket) {
        let request = services.refreshReceipt { [weak self] answer in self?.end(ticket, with: answer) }
        state.withLock { $0.refreshRequests.started(request, for: ticket) }?.cancel()
    }

    private func end(
        _ ticket: JoinedRequests<ReceiptRefresh, FetchReceiptResult>.Ticket,
        with answer: Result<Void, any Error>
    ) {
        let receipt = localReceiptData
        let result =
            switch (answer, receipt) {
            case (.success, let receipt?): FetchReceiptResult.success(receiptData: receipt)
            case (.success, nil): FetchReceiptResult.error(error: .noReceiptData)
            case (.failure(let error), _): FetchReceiptResult.error(error: .networkError(error: error))
            }
        callbacks.enqueue { [self] in
            for handler in state.withLock({ $0.refreshRequests.end(ticket) }) { handler(result) }
        }
    }

    private func leave(_ ticket: JoinedRequests<ReceiptRefresh, FetchReceiptResult>.Ticket) {
        let left = state.withLock { $0.refreshRequests.leave(ticket) }
        left.request?.cancel()
        guard let handler = left.handler else { return }
        callbacks.enqueue { handler(.error(error: .networkError(error: CancellationError()))) }
    }
}
