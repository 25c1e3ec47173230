import AppStoreModels
public import Foundation

extension Transaction {
    /// The offer that a transaction used.
    public struct Offer: Equatable, Hashable, Sendable {
        /// Which offer; nil for introductory offers.
        public let id: String?
        /// The kind of offer.
        public let type: Transaction.OfferType
        /// How it is paid.
        public let paymentMode: Transaction.Offer.PaymentMode?
        /// How long the whole of it is.
        public let period: Product.SubscriptionPeriod?

        /// How an offer is paid.
        public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
            /// Apple's word.
            public let rawValue: String

            /// A mode; also one that is not known here.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Nothing is paid.
            public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
            /// Each period at its beginning.
            public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
            /// All periods at once.
            public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
            /// Once, for something that is bought once.
            public static var oneTime: PaymentMode { PaymentMode(rawValue: "ONE_TIME") }
        }

        /// The offer that signed data has; nil if it has none.
        init?(_ json: JSONObject) {
            guard let number = json[integer: "offerType"].flatMap(Int.init(exactly:)) else { return nil }
            id = json[string: "offerIdentifier"]
            type = OfferType(rawValue: number)
            paymentMode = json[string: "offerDiscountType"].map(PaymentMode.init(rawValue:))
            period = json[string: "offerPeriod"].flatMap(Product.SubscriptionPeriod.init(iso8601:))
        }
    }

    /// What a customer committed to.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// Which period of the commitment it is, from 1 on.
        public let billingPeriodNumber: UInt64
        /// How many periods the commitment has.
        public let totalBillingPeriods: UInt64
        /// When the commitment ends.
        public let expirationDate: Date
        /// What the commitment costs in all.
        public let price: Decimal

        init(_ json: JSONObject) {
            billingPeriodNumber = json[integer: "billingPeriodNumber"].flatMap(UInt64.init(exactly:)) ?? 0
            totalBillingPeriods = json[integer: "totalBillingPeriods"].flatMap(UInt64.init(exactly:)) ?? 0
            expirationDate = json[milliseconds: "commitmentExpiresDate"] ?? Date(timeIntervalSince1970: 0)
            price = Decimal(json[integer: "commitmentPrice"] ?? 0) / 1_000
        }
    }
}
