public import Foundation
import LocalAppStore

extension Product {
    /// How a test session buys, see ``SKTestSession/buyProduct(identifier:options:)``.
    public struct PurchaseOption: Sendable, Hashable {
        enum Choice: Sendable, Hashable {
            case appAccountToken(UUID)
            case quantity(Int)
            case promotionalOffer(String)
            case codeOffer(String)
            case past(PastPurchase)
        }

        let choice: Choice

        /// What a subscription that was bought in the past has done since.
        public enum SubscriptionRenewalBehavior: Sendable, Hashable, Codable {
            /// It has renewed until now, and goes on.
            case renewUntilNow
            /// It was cancelled at once, and ended with its first period.
            case cancelImmediately
        }

        /// The account in the developer's own system.
        public static func appAccountToken(_ token: UUID) -> PurchaseOption { Self(choice: .appAccountToken(token)) }

        /// How many, 1 to 10.
        public static func quantity(_ quantity: Int) -> PurchaseOption { Self(choice: .quantity(quantity)) }

        /// A promotional offer; it needs no signature here.
        public static func promotionalOffer(id identifier: String) -> PurchaseOption {
            Self(choice: .promotionalOffer(identifier))
        }

        /// The offer of a code, by its reference name.
        public static func codeOffer(referenceName: String) -> PurchaseOption {
            Self(choice: .codeOffer(referenceName))
        }

        /// When it was bought; not later than now.
        public static func purchaseDate(
            _ date: Date,
            renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
        ) -> PurchaseOption {
            Self(choice: .past(PastPurchase(date: date, renewsUntilNow: renewalBehavior == .renewUntilNow)))
        }
    }
}

extension PurchaseRequest {
    /// Takes an option in.
    mutating func apply(_ option: Product.PurchaseOption) {
        switch option.choice {
        case .appAccountToken(let token): appAccountToken = token
        case .quantity(let quantity): self.quantity = quantity
        case .promotionalOffer(let identifier): offer = .unsignedPromotional(identifier: identifier)
        case .codeOffer(let referenceName): offer = .code(referenceName: referenceName)
        case .past(let past): self.past = past
        }
    }
}
