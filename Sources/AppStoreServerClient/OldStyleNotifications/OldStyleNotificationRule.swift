/// The name of a rule about a notification of version 1.
package enum OldStyleNotificationRule: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The shared secret inside is ours. Where none is known, the receipt inside must speak for the sender.
    case password
    /// It is about an app of ours.
    case app
    /// It comes from an App Store that is accepted.
    case environment
    /// The receipt inside is signed as it should be; only where receipts are looked at.
    case receipt

    package var description: String { rawValue }

    /// What programs read where it fails.
    package var code: String {
        switch self {
        case .password: "password"
        case .app: "wrong-app"
        case .environment: "wrong-environment"
        case .receipt: "receipt-not-authentic"
        }
    }
}

/// Why a notification of version 1 is not believed.
package struct OldStyleNotificationFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The rule that it breaks.
    package let rule: OldStyleNotificationRule
    /// What was seen.
    package let reason: String

    package var description: String { "\(rule.code): \(reason)" }
}
