package import Foundation

/// What the app on a device is about to do.
package enum DeviceOperation: String, Codable, Sendable {
    case products, purchase, restore, receiptRefresh
}

/// How an operation of a device begins.
package struct DeviceStart: Codable, Sendable, Hashable {
    /// How long it takes until the answer comes.
    package var pauseSeconds: TimeInterval = 0
    /// Whether the payment sheet appears.
    package var showsSheet = true

    /// An operation to which nothing happens.
    package init() {}
}

/// What came of a purchase, and what the app hears of it.
package struct DevicePurchase: Sendable {
    package let outcome: PurchaseOutcome
    /// The error that the app sees although the purchase went through.
    package var failure: PurchaseFailure?
    /// How often the transaction is delivered.
    package var deliveries = 1
}

extension StoreError.Code {
    /// The device cannot reach the store; only devices see this.
    package static let offline = Self(rawValue: "offline")
    /// The connection to the system's store service is broken; only devices see this.
    package static let connectionLost = Self(rawValue: "connection-lost")

    /// An operation that a fault lets fail; only devices see this.
    package static func failing(_ failure: PurchaseFailure) -> Self {
        Self(rawValue: failingPrefix + failure.kebabCased)
    }

    /// How the operation fails, if a fault lets it fail.
    package var failure: PurchaseFailure? {
        PurchaseFailure.all.first { Self.failing($0) == self }
    }

    private static let failingPrefix = "fault-"
}

extension PurchaseFailure {
    /// The name as codes of errors are written: `payment-invalid`.
    fileprivate var kebabCased: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
}
