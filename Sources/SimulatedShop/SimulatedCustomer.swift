package import Entitlements
package import Foundation

/// A customer of the simulated shop, with all that the App Store would have stated.
package struct SimulatedCustomer: Sendable {
    /// The number, from 0.
    package let number: Int
    /// `customer-0042`.
    package var name: String { "customer-" + String(10_000 + number).dropFirst() }
    /// When they came.
    package let arrival: Date
    /// What was stated about them.
    package internal(set) var facts: PurchaseFacts
}
