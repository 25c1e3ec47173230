import AppStoreModels
import Foundation
import LocalAppStore
import Locking

@testable import LocalStoreKit

/// A store behind a wire that answers at once, without a server: counts what is asked, and fails as a test says.
final class StoreWire: HTTPTransport {
    private struct State {
        var counts: [String: Int] = [:]
        var failing: Set<String> = []
        /// The questions about events that wait, and whether the first one does.
        var waiting: [@Sendable (Result<HTTPTransportResponse, any Error>) -> Void] = []
        var holdsFirstEvents = false
    }

    private let store: LocalAppStore
    private let state = Locked(State())

    init(_ store: LocalAppStore) { self.store = store }

    /// How often something was asked.
    func count(_ path: String) -> Int { state.withLock { $0.counts[path] ?? 0 } }

    /// What is asked by these paths from now on gets no answer.
    func fail(_ paths: String...) { state.withLock { $0.failing = Set(paths) } }

    /// The first question about events waits until ``answerFirstEvents()``.
    func holdFirstEvents() { state.withLock { $0.holdsFirstEvents = true } }

    func answerFirstEvents() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for completion in waiting { completion(Result { try events() }) }
    }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        try await withCheckedThrowingContinuation { continuation in
            send(request) { continuation.resume(with: $0) }
        }
    }

    func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        let path = String(request.url.path.dropFirst())
        let isFailing = state.withLock { state in
            state.counts[path, default: 0] += 1
            return state.failing.contains(path)
        }
        if isFailing { return completion(.failure(URLError(.cannotConnectToHost))) }
        if path == "device/events" { return hear(request.body, completion) }
        completion(Result { try answer(path, request.body) })
    }

    /// Nothing ever happens by itself here: who asks for more than where to begin waits.
    private func hear(
        _ body: Data,
        _ completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        let isFirst = (try? message(DeviceMessages.EventsRequest.self, body))?.after == nil
        let waits = state.withLock { state in
            let waits = !isFirst || state.holdsFirstEvents
            if waits { state.waiting.append(completion) }
            return waits
        }
        if !waits { completion(Result { try events() }) }
    }

    private func events() throws -> HTTPTransportResponse {
        try reply(DeviceMessages.Events(events: [], last: store.eventCount, isComplete: true))
    }

    private func answer(_ path: String, _ body: Data) throws -> HTTPTransportResponse {
        let account = try account(of: body)
        switch path {
        case "device/customer":
            try store.deviceSignIn(account)
            let customer = try store.deviceCustomer(account)
            return try reply(DeviceMessages.Customer(account: customer.account, now: customer.now))
        case "device/trust": return try reply(store.deviceTrust)
        case "device/start":
            let start = try message(DeviceMessages.Start.self, body)
            let started = try store.deviceStart(start.operation, account: account, product: start.productID)
            return try reply(
                DeviceMessages.Started(start: started, account: try store.deviceCustomer(account).account)
            )
        case "device/products":
            let wanted = try message(DeviceMessages.ProductsRequest.self, body)
            let items = try store.deviceProducts(wanted.productIDs, account: account)
            return try reply(DeviceMessages.Products(items: items, locale: store.settings.locale))
        case "device/purchases":
            let request = try message(PurchaseRequest.self, body)
            return try reply(DeviceMessages.Purchase(try store.devicePurchase(request)))
        case "device/transactions":
            let wanted = try message(DeviceMessages.TransactionsRequest.self, body)
            let found = try store.deviceTransactions(wanted.selection, account: account, device: wanted.device)
            return try reply(DeviceMessages.SignedTransactions(transactions: found))
        case "device/statuses":
            return try reply(try store.deviceStatuses(message(DeviceMessages.StatusesRequest.self, body)))
        case "device/unfinished":
            return try reply(DeviceMessages.Transactions(try store.deviceUnfinished(account: account)))
        case "device/attempts": return try reply(DeviceMessages.Attempts(attempts: store.attempts))
        case "device/finish":
            let finish = try message(DeviceMessages.Finish.self, body)
            try store.deviceFinish(finish.transactionID, account: account)
            return try reply(DeviceMessages.Transactions([]))
        case "device/purchase-intents":
            let intents = try store.deviceTakePurchaseIntents(account: account)
            return try reply(DeviceMessages.PurchaseIntents(intents))
        default: throw URLError(.unsupportedURL)
        }
    }

    private func message<Message: Decodable>(_ type: Message.Type, _ body: Data) throws -> Message {
        try DeviceMessages.message(type, from: body)
    }

    /// Whose the message is; a purchase names its account in a way of its own.
    private func account(of body: Data) throws -> String {
        let object = try JSONValue(parsing: body).object
        return object?[string: "account"] ?? object?[string: "accountId"] ?? ""
    }

    private func reply(_ answer: some Encodable) throws -> HTTPTransportResponse {
        HTTPTransportResponse(status: 200, body: try DeviceMessages.data(answer))
    }
}
