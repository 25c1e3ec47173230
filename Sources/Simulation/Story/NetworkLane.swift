/// A way on which requests go in one direction.
package enum NetworkLane: String, Codable, Sendable, Hashable, CaseIterable {
    /// From the apps to the purchase server.
    case apps
    /// From the purchase server to the App Store.
    case store
    /// Notifications, from the App Store to the purchase server.
    case notifications
    /// Events, from the purchase server to the developer's game server.
    case webhooks

    /// Whether the purchase server is at its end.
    var leadsToServer: Bool { self == .apps || self == .notifications }
}
