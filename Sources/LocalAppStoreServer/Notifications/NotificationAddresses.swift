import AppStoreModels
import Foundation

/// Where notifications of each version go; nil for nowhere.
struct NotificationAddresses: Sendable, Hashable {
    var two: URL?
    var one: URL?

    /// The versions that there is an address for.
    var versions: Set<NotificationVersion> {
        Set([two == nil ? nil : .two, one == nil ? nil : .one].compactMap(\.self))
    }

    /// Those that there are.
    var all: [URL] { [two, one].compactMap(\.self) }

    /// Where a notification goes; a test is always of version 2, also to an address for version 1.
    func address(of notification: OutgoingNotification) -> URL? {
        switch notification.version {
        case .one: one
        case .two: two ?? (notification.type == .test ? one : nil)
        }
    }
}
