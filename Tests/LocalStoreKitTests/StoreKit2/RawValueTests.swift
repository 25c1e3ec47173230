import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: the raw values that servers and logs know")
struct RawValueTests {
    @Test func `Transactions`() {
        #expect(Transaction.Reason.purchase.rawValue == "PURCHASE")
        #expect(Transaction.Reason.renewal.rawValue == "RENEWAL")
        #expect(Transaction.OwnershipType.purchased.rawValue == "PURCHASED")
        #expect(Transaction.OwnershipType.familyShared.rawValue == "FAMILY_SHARED")
        #expect([Transaction.OfferType.introductory, .promotional, .code, .winBack].map(\.rawValue) == [1, 2, 3, 4])
        #expect([Transaction.RevocationReason.other, .developerIssue].map(\.rawValue) == [0, 1])
        let modes: [Transaction.Offer.PaymentMode] = [.freeTrial, .payAsYouGo, .payUpFront, .oneTime]
        #expect(modes.map(\.rawValue) == ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME"])
        let types: [Transaction.RevocationType] = [.fullRefund, .proratedRefund, .familyRevocation]
        #expect(types.map(\.rawValue) == ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE"])
    }

    @Test func `Subscriptions`() {
        let states: [Product.SubscriptionInfo.RenewalState] = [
            .subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked,
        ]
        #expect(states.map(\.rawValue) == [1, 2, 3, 4, 5])
        let reasons: [Product.SubscriptionInfo.RenewalInfo.ExpirationReason] = [
            .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable, .unknown,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect(Product.SubscriptionInfo.BillingPlanType.monthly.rawValue == "MONTHLY")
        #expect(Product.SubscriptionInfo.BillingPlanType.upFront.rawValue == "BILLED_UPFRONT")
    }

    @Test func `The store`() {
        let environments: [AppStore.Environment] = [.production, .sandbox, .xcode]
        #expect(environments.map(\.rawValue) == ["Production", "Sandbox", "Xcode"])
        let platforms: [AppStore.Platform] = [.iOS, .macOS, .tvOS, .visionOS]
        #expect(platforms.map(\.rawValue) == ["iOS", "macOS", "tvOS", "visionOS"])
    }

    @Test func `The newest options are custom ones, as in the published interface`() {
        let offer = Product.PurchaseOption.promotionalOffer("spring", compactJWS: "a.b.c")
        #expect(
            offer == [
                .custom(key: "adHocOfferId", value: "spring"), .custom(key: "adHocSignature", value: "YS5iLmM="),
            ]
        )
        #expect(
            Product.PurchaseOption.introductoryOfferEligibility(compactJWS: "a.b.c")
                == .custom(key: "introOfferEligibilityParam", value: "a.b.c")
        )
    }
}
