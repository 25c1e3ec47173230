import AppStoreModels
import Foundation
import LocalAppStore
import Locking

extension NotificationDelivery {
    /// What happens while attempts are under way.
    private enum Happening: Sendable {
        /// An attempt ended; without a result if it was given up.
        case ended(String, at: URL, NotificationSendResult?)
        /// Time to look which attempts are slow.
        case look
    }

    /// Makes every attempt that is due, and returns when all have ended.
    func makeDueAttempts() async -> [OutgoingNotification] {
        await withTaskGroup(of: Happening.self) { group in
            var sent: [OutgoingNotification] = []
            var pace = AttemptPace()
            var isLookPlanned = false
            while true {
                while !Task.isCancelled, let (notification, url) = begin(at: pace) {
                    pace.begin(notification.id, at: url)
                    group.addTask { await self.attempt(notification, url) }
                }
                if pace.underWay > 0, !isLookPlanned, !Task.isCancelled {
                    isLookPlanned = true
                    group.addTask {
                        try? await self.sleep(AttemptPace.interval)
                        return .look
                    }
                }
                guard pace.underWay > 0, let happening = await group.next() else { break }
                switch happening {
                case .ended(let id, let url, let result):
                    pace.end(id, at: url)
                    if let after = record(result, of: id) { sent.append(after) }
                case .look:
                    isLookPlanned = false
                    pace.look()
                }
            }
            // Of the look that is planned.
            group.cancelAll()
            return sent
        }
    }

    private func attempt(_ notification: OutgoingNotification, _ url: URL) async -> Happening {
        if let mishap = notification.mishap { return .ended(notification.id, at: url, mishap) }
        let body = notification.body(password: password)
        let result = try? await NotificationSendResult(posting: body, to: url, over: transport)
        // The store knows of one: what makes two of it is on the way.
        if result == .success, notification.isDuplicated {
            _ = try? await NotificationSendResult(posting: body, to: url, over: transport)
        }
        return .ended(notification.id, at: url, result)
    }

    /// Takes the attempt that comes first of those whose receiver need not be waited for.
    private func begin(at pace: AttemptPace) -> (OutgoingNotification, URL)? {
        let moment = now()
        return state.withLock { state in
            let addresses = state.addresses
            // Many may wait; they are looked through only where somebody is open for one.
            let open = addresses.all.filter { pace.mayBegin(at: $0) }
            guard !open.isEmpty else { return nil }
            let next = state.outbox.begin(at: moment) { notification in
                addresses.address(of: notification).map(open.contains) ?? false
            }
            guard let notification = next, let url = addresses.address(of: notification) else { return nil }
            return (notification, url)
        }
    }

    /// Notes how an attempt ended; one that was given up was none.
    private func record(_ result: NotificationSendResult?, of id: String) -> OutgoingNotification? {
        state.withLock { state in
            guard let result else {
                state.outbox.takeBack(id)
                return nil
            }
            state.write { log throws(StoreServerError) in try log.attempted(id, result) }
            defer { state.shortenLog() }
            return state.outbox.record(result, of: id)
        }
    }
}
