/// In whose words events are told to a receiver.
package enum WebhookShape: String, Sendable, Hashable, CaseIterable {
    /// Ours.
    case own = "purser"
    /// Those of RevenueCat's webhooks, for receivers that were written for them.
    case revenueCat = "revenuecat"
}
