import AppStoreModels
import Foundation
import LocalAppStore
import Locking

/// Asks a store over and over what has happened; goes on when the store was away.
final class StoreWatch: Sendable {
    /// Hears what happened, and whether it is the first answer of the store.
    typealias Handler = @Sendable (DeviceMessages.Events, _ isFirst: Bool) -> Void

    /// How long the store may wait with an answer.
    static let patience = 20

    private let connection: StoreConnection
    private let account: String
    /// Runs what it is given after a pause.
    private let retry: CallbackQueue
    private let state = Locked(State())

    private struct State: Sendable {
        var after: Int?
        var handler: Handler?
    }

    init(_ connection: StoreConnection, account: String, retry: CallbackQueue) {
        self.connection = connection
        self.account = account
        self.retry = retry
    }

    /// Calls `handler` for what happens, until ``end()``.
    func begin(_ handler: @escaping Handler) {
        state.withLock { $0.handler = handler }
        ask()
    }

    /// Calls nothing any more.
    func end() {
        state.withLock { $0.handler = nil }
    }

    private func ask() {
        let (after, isWanted) = state.withLock { ($0.after, $0.handler != nil) }
        guard isWanted else { return }
        let wanted = DeviceMessages.EventsRequest(account: account, after: after, waitSeconds: Self.patience)
        guard let body = try? DeviceMessages.data(wanted) else { return }
        connection.send("device/events", body, timeout: Double(Self.patience) + 10) { [weak self] result in
            self?.receive(result)
        }
    }

    private func receive(_ result: Result<HTTPTransportResponse, any Error>) {
        guard let events = try? StoreConnection.read(DeviceMessages.Events.self, from: try result.get()) else {
            retry.enqueue { [weak self] in self?.ask() }
            return
        }
        let (handler, isFirst) = state.withLock { state in
            defer { state.after = events.last }
            return (state.handler, state.after == nil)
        }
        handler?(events, isFirst)
        ask()
    }
}
