/// What an app asks of the receipt that a refresh brings, to test how it bears such receipts.
///
/// As in Apple's API, it means nothing in production.
package struct ReceiptProperties: Sendable, Hashable, Codable {
    /// Whether the receipt has expired.
    package var isExpired: Bool
    /// Whether the licence was withdrawn. No attribute for that is known, so the receipt ends now, as an expired one.
    package var isRevoked: Bool
    /// Whether an organisation bought the app: its receipts have a type of their own, and an end.
    package var isVolumePurchase: Bool

    package init(isExpired: Bool = false, isRevoked: Bool = false, isVolumePurchase: Bool = false) {
        (self.isExpired, self.isRevoked, self.isVolumePurchase) = (isExpired, isRevoked, isVolumePurchase)
    }
}
