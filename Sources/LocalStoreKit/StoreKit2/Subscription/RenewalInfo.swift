import AppStoreModels
public import Foundation

extension Product.SubscriptionInfo {
    /// What a subscription will do next, as the App Store signs it.
    public struct RenewalInfo: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        /// The first transaction of the subscription.
        public let originalTransactionID: UInt64
        /// The product of the current, or last, period.
        public let currentProductID: String
        /// Whether it renews.
        public let willAutoRenew: Bool
        /// What the next renewal buys; nil if it does not renew.
        public let autoRenewPreference: String?
        /// Why it expired; nil while it has not.
        public let expirationReason: ExpirationReason?
        /// Whether a higher price waits for the customer's answer.
        public let priceIncreaseStatus: PriceIncreaseStatus
        /// Whether the store tries to charge a renewal that failed.
        public let isInBillingRetry: Bool
        /// Until when access goes on although a renewal failed.
        public let gracePeriodExpirationDate: Date?
        /// The offer of the next period.
        public let offer: Transaction.Offer?
        /// Which App Store signed it.
        public let environment: AppStore.Environment
        /// The win-back offers that the customer may have.
        public let eligibleWinBackOfferIDs: [String]
        /// SHA-384 of ``deviceVerificationNonce`` and ``AppStore/deviceVerificationID``, both in lower case.
        public let deviceVerification: Data
        /// What takes part in ``deviceVerification``.
        public let deviceVerificationNonce: UUID
        /// When it was signed.
        public let signedDate: Date
        /// What its renewals sell of the developer's own catalogue.
        public let advancedCommerceInfo: AdvancedCommerceInfo?
        /// What the customer has committed to; nil without a commitment.
        public let commitmentInfo: CommitmentInfo?
        /// How the next period is paid; nil where nothing is said.
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType?
        let signed: SignedDocument

        /// The payload of the JWS: JSON in UTF-8.
        public var jsonRepresentation: Data { signed.payload }

        /// When the current run of periods began; lapses shorter than 60 days do not count.
        public var recentSubscriptionStartDate: Date { signed.date("recentSubscriptionStartDate") }

        /// When it renews, or ends; may be past.
        public var renewalDate: Date? { signed.json[milliseconds: "renewalDate"] }

        /// What the next renewal costs, with its offer, in units of ``currency``.
        public var renewalPrice: Decimal? { RenewalInfoPayload(json: signed.json).renewalPrice }

        /// The currency of ``renewalPrice``.
        public var currency: Locale.Currency? { signed.json[string: "currency"].map { Locale.Currency($0) } }

        /// The account in the developer's own system.
        public var appAccountToken: UUID? { RenewalInfoPayload(json: signed.json).appAccountToken }

        /// The customer's download of the app; empty where nothing is said.
        public var appTransactionID: String { signed.text("appTransactionId") }

        /// Compares what was signed.
        public static func == (lhs: RenewalInfo, rhs: RenewalInfo) -> Bool {
            lhs.jsonRepresentation == rhs.jsonRepresentation
        }

        /// Hashes what was signed.
        public func hash(into hasher: inout Hasher) { hasher.combine(jsonRepresentation) }

        /// What was signed.
        public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
    }
}

extension Product.SubscriptionInfo.RenewalInfo: AppStoreSigned {
    static let requiredMembers = [
        "originalTransactionId", "productId", "autoRenewStatus", "environment", "signedDate",
    ]

    init(_ document: SignedDocument, origin: DeviceOrigin) {
        let payload = RenewalInfoPayload(json: document.json)
        signed = document
        originalTransactionID = document.number("originalTransactionId")
        currentProductID = document.text("productId")
        willAutoRenew = payload.autoRenewStatus == .on
        autoRenewPreference = willAutoRenew ? payload.autoRenewProductID : nil
        expirationReason = payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
        priceIncreaseStatus = PriceIncreaseStatus(payload.priceIncreaseStatus)
        isInBillingRetry = payload.isInBillingRetryPeriod ?? false
        gracePeriodExpirationDate = payload.gracePeriodExpiresDate
        offer = Transaction.Offer(document.json)
        environment = AppStore.Environment(rawValue: document.text("environment"))
        eligibleWinBackOfferIDs = (document.json[array: "eligibleWinBackOfferIds"] ?? []).compactMap(\.string)
        deviceVerification = document.deviceVerification
        deviceVerificationNonce = document.deviceVerificationNonce
        signedDate = document.date("signedDate")
        advancedCommerceInfo = document.json[object: "advancedCommerceInfo"].map(AdvancedCommerceInfo.init)
        commitmentInfo = document.json[object: "commitmentInfo"].map(CommitmentInfo.init)
        renewalBillingPlanType = document.json[string: "renewalBillingPlanType"].map(
            SubscriptionInfo.BillingPlanType.init(rawValue:)
        )
    }
}
