public import Foundation
package import LocalAppStore

extension Product {
    /// How a product is bought.
    public struct PurchaseOption: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        /// What an option chooses.
        package enum Choice: Sendable, Hashable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuy(Bool)
            case offer(PurchaseOffer)
            case billingPlan(String)
            case storefront(StorefrontQuestion)
            case past(PastPurchase)
            case custom(key: String, CustomValue)
        }

        /// What the app says with a word of its own.
        package enum CustomValue: Sendable, Hashable {
            case text(String)
            case number(Double)
            case flag(Bool)
            case bytes(Data)
        }

        /// What the option chooses.
        package let choice: Choice

        /// An option that chooses something.
        package init(_ choice: Choice) { self.choice = choice }

        /// The account in the developer's own system; the transaction repeats it.
        public static func appAccountToken(_ token: UUID) -> PurchaseOption { Self(.appAccountToken(token)) }

        /// How many, 1 to 10; only of consumables and non-renewing subscriptions more than 1.
        public static func quantity(_ quantity: Int) -> PurchaseOption { Self(.quantity(quantity)) }

        /// Waits for a parent's approval, as a child's purchase does; not in production.
        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> PurchaseOption {
            Self(.simulatesAskToBuy(simulateAskToBuy))
        }

        /// How a subscription with a commitment is paid; the local store sells none, so that it pays up front.
        public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> PurchaseOption {
            Self(.billingPlan(type.rawValue))
        }

        /// Asks the app whether to go on when the storefront has changed since the purchase began; without this it does.
        @preconcurrency
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            Self(.storefront(StorefrontQuestion(ask: shouldContinuePurchase)))
        }

        /// A text for the store, by a key.
        public static func custom(key: String, value: String) -> PurchaseOption {
            Self(.custom(key: key, .text(value)))
        }

        /// A number for the store, by a key.
        public static func custom(key: String, value: Double) -> PurchaseOption {
            Self(.custom(key: key, .number(value)))
        }

        /// A flag for the store, by a key.
        public static func custom(key: String, value: Bool) -> PurchaseOption {
            Self(.custom(key: key, .flag(value)))
        }

        /// Bytes for the store, by a key.
        public static func custom(key: String, value: Data) -> PurchaseOption {
            Self(.custom(key: key, .bytes(value)))
        }

        /// What the option chooses.
        public var debugDescription: String { "\(choice)" }
    }
}

extension Product.PurchaseOption {
    /// Asks the app about another storefront. All such questions are equal: a purchase asks once.
    package struct StorefrontQuestion: Sendable, Hashable {
        let ask: @Sendable (Storefront) -> Bool

        package static func == (left: Self, right: Self) -> Bool { true }

        package func hash(into hasher: inout Hasher) {}
    }
}
