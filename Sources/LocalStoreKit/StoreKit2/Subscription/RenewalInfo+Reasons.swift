import AppStoreModels
public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// Why a subscription expired.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// As signed data numbers it.
        public let rawValue: Int

        /// A reason; also one that is not known here.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The customer turned renewal off.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
        /// The renewal could not be charged.
        public static let billingError = ExpirationReason(rawValue: 2)
        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
        /// The product is not sold any more.
        public static let productUnavailable = ExpirationReason(rawValue: 4)
        /// Something else.
        public static let unknown = ExpirationReason(rawValue: 5)

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .autoRenewDisabled: "The customer turned renewal off."
            case .billingError: "The renewal could not be charged."
            case .didNotConsentToPriceIncrease: "The customer did not agree to a higher price."
            case .productUnavailable: "The product is not sold any more."
            default: "No reason is known."
            }
        }
    }

    /// Whether a higher price waits for the customer's answer.
    @frozen
    public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
        /// The price stays as it is.
        case noIncreasePending
        /// The customer has not answered.
        case pending
        /// The customer agreed.
        case agreed

        /// The status in words.
        public var localizedDescription: String {
            switch self {
            case .noIncreasePending: "No price increase"
            case .pending: "The customer has not answered"
            case .agreed: "The customer agreed"
            }
        }

        init(_ number: Int64?) {
            switch number {
            case nil: self = .noIncreasePending
            case 1: self = .agreed
            default: self = .pending
            }
        }
    }

    /// What the customer has committed to, and what follows.
    public struct CommitmentInfo: Hashable, Sendable {
        /// What the renewal after the commitment buys.
        public let autoRenewPreference: String
        /// How that is paid.
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType
        /// When the commitment ends.
        public let renewalDate: Date
        /// What the renewal costs.
        public let renewalPrice: Decimal
        /// Whether it renews.
        public let willAutoRenew: Bool

        init(_ json: JSONObject) {
            autoRenewPreference = json[string: "commitmentAutoRenewProductId"] ?? ""
            renewalBillingPlanType = .init(rawValue: json[string: "commitmentRenewalBillingPlanType"] ?? "")
            renewalDate = json[milliseconds: "commitmentRenewalDate"] ?? Date(timeIntervalSince1970: 0)
            renewalPrice = Decimal(json[integer: "commitmentRenewalPrice"] ?? 0) / 1_000
            willAutoRenew = json[integer: "commitmentAutoRenewStatus"] == 1
        }
    }
}
