import AppStoreModels
import Foundation
import LocalAppStore
import Locking

/// Asks a store over and over what has happened; goes on when the store was away.
final class StoreWatch: Sendable {
    /// Hears what happened, and whether it is the first answer of the store, or the first since it was away.
    typealias Handler = @Sendable (DeviceMessages.Events, _ isBack: Bool) -> Void

    /// How long the store may wait with an answer.
    static let patience = 20

    private let connection: StoreConnection
    private let account: String
    /// Runs what it is given after a pause.
    private let retry: CallbackQueue
    private let state = Locked(State())

    private struct State: Sendable {
        var after: Int?
        var isAway = true
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
            state.withLock { $0.isAway = true }
            retry.enqueue { [weak self] in self?.ask() }
            return
        }
        let (handler, isBack) = state.withLock { state in
            defer { (state.after, state.isAway) = (events.last, false) }
            return (state.handler, state.isAway)
        }
        handler?(events, isBack)
        ask()
    }
}
