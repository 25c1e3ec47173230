public import Foundation
import LocalAppStore
public import LocalStoreKit

extension Product.PurchaseOption {
    /// What a subscription that was bought in the past has done since.
    public enum SubscriptionRenewalBehavior: Sendable, Hashable, Codable {
        /// It has renewed until now, and goes on.
        case renewUntilNow
        /// It was cancelled at once, and ended with its first period.
        case cancelImmediately
    }

    /// A promotional offer; it needs no signature here.
    public static func promotionalOffer(id identifier: String) -> Product.PurchaseOption {
        Self(.offer(.unsignedPromotional(identifier: identifier)))
    }

    /// The offer of a code, by its reference name.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
        Self(.offer(.code(referenceName: referenceName)))
    }

    /// When it was bought; not later than now.
    public static func purchaseDate(
        _ date: Date,
        renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        Self(.past(PastPurchase(date: date, renewsUntilNow: renewalBehavior == .renewUntilNow)))
    }
}
