import AppStoreModels
package import Foundation

/// What signs the requests to one endpoint.
package struct WebhookSecret: Sendable, Hashable {
    /// How the text of a secret begins, so that scanners for secrets find one that lies where it should not.
    static let prefix = "psr_webhook_"
    private static let byteCount = 32

    /// The secret as the receiver is given it.
    package let text: String
    /// When it stops signing; nil for the one in use.
    package let endDate: Date?

    package init(text: String, endDate: Date? = nil) {
        self.text = text
        self.endDate = endDate
    }

    /// A new one: 32 random bytes.
    static func random(using generator: inout some RandomNumberGenerator) -> WebhookSecret {
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return WebhookSecret(text: prefix + Base64.urlSafe(bytes))
    }

    /// Whether it signs at a moment.
    func isInUse(at date: Date) -> Bool { endDate.map { date < $0 } ?? true }
}
