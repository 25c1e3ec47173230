package import AppStoreModels
package import Foundation

/// Where events are sent.
package struct WebhookEndpoint: Sendable, Hashable {
    /// Identifies it among ours.
    package let identifier: String
    /// Where to.
    package var address: String
    /// Which events; nil for all.
    package var types: Set<PurchaseEventType>?
    /// Of which App Store; nil for all. What is of none, as a grant is, goes to it all the same.
    package var environment: AppStoreEnvironment?
    /// Whether events are sent; those of a time when it was off are not sent later.
    package var isEnabled: Bool
    /// Whether the App Store's own notifications are forwarded to it, as they came.
    package var forwardsNotifications: Bool
    /// In whose words events are told.
    package var shape = WebhookShape.own
    /// What its receiver wants to see in the field `Authorization`; never told to anybody else.
    package var authorization: String?
    /// When it was made.
    package let createdDate: Date

    /// What was asked for.
    package init(
        identifier: String,
        address: String,
        types: Set<PurchaseEventType>? = nil,
        environment: AppStoreEnvironment? = nil,
        isEnabled: Bool = true,
        forwardsNotifications: Bool = false,
        createdDate: Date
    ) {
        self.identifier = identifier
        self.address = address
        self.types = types
        self.environment = environment
        self.isEnabled = isEnabled
        self.forwardsNotifications = forwardsNotifications
        self.createdDate = createdDate
    }

    /// Whether an event goes to it.
    func wants(_ type: PurchaseEventType, of environment: AppStoreEnvironment?) -> Bool {
        isEnabled && (types?.contains(type) ?? true) && hears(of: environment)
    }

    /// Whether a notification of an App Store is handed on to it, whatever types of events it wants.
    func wantsNotification(of environment: AppStoreEnvironment?) -> Bool {
        isEnabled && forwardsNotifications && hears(of: environment)
    }

    /// Whether it hears of an App Store. Of what is of none all do: nobody else would hear of it.
    private func hears(of environment: AppStoreEnvironment?) -> Bool {
        self.environment == nil || environment == nil || self.environment == environment
    }
}
