import AppStoreModels
import Foundation
import Locking

/// One by itself, and none at all.
extension NotificationDelivery {
    /// Sends a notification once more, at once, whatever became of it. Its history stays as it is: the App Store sends
    /// nothing twice that was taken.
    ///
    /// - Returns: The notification and how that went; nil if there is none of this identifier, or nowhere to send it.
    func resend(_ id: String) async -> (notification: OutgoingNotification, result: NotificationSendResult)? {
        let found = state.withLock { state in
            let known = state.outbox.finished + state.outbox.waiting
            return known.first { $0.id.lowercased() == id.lowercased() }.flatMap { one in
                state.addresses.address(of: one).map { (one, $0) }
            }
        }
        guard let (notification, url) = found,
            let result = try? await NotificationSendResult(
                posting: notification.body(password: password),
                to: url,
                over: transport
            )
        else { return nil }
        return (notification, result)
    }

    /// Forgets every notification, those that wait and those that were sent.
    func forgetAll() {
        state.withLock { state in
            state.outbox = state.outbox.emptied
            do throws(StoreServerError) {
                try state.log?.rewrite(as: state.outbox, state.addresses.two, versionOne: state.addresses.one)
                state.failure = nil
            } catch {
                state.miss(error)
            }
        }
    }
}
