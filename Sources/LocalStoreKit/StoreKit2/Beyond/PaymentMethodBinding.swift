public import Foundation

/// Binds a way to pay that the developer has to the customer's Apple account.
///
/// The local store knows what ``ExternalPurchaseSettings/bindingFailure`` says.
public struct PaymentMethodBinding: Sendable, Hashable, Identifiable {
    /// Why it cannot be bound.
    public enum PaymentMethodBindingError: LocalizedError, Hashable {
        /// The customer may not.
        case notEligible
        /// The identifier is none of the developer's.
        case invalidPinningID
        /// It was tried, and failed.
        case failed

        /// What happened, in a sentence.
        public var errorDescription: String? {
            switch self {
            case .notEligible: "This customer cannot bind a way to pay."
            case .invalidPinningID: "There is no such way to pay."
            case .failed: "The way to pay could not be bound."
            }
        }
    }

    /// What the developer calls it.
    public let id: String

    /// A way to pay.
    ///
    /// - Throws: ``PaymentMethodBindingError`` `notEligible` or `invalidPinningID`
    public init(id: String) async throws {
        if let failure = LocalDevice.inUse.settings.externalPurchases.bindingFailure(id), failure != .failed {
            throw failure
        }
        self.id = id
    }

    /// Asks the customer and binds it.
    ///
    /// - Throws: ``PaymentMethodBindingError``
    public func bind() async throws {
        if let failure = LocalDevice.inUse.settings.externalPurchases.bindingFailure(id) { throw failure }
    }
}
