import AppStoreModels
import Testing

@Suite("Values on the wire")
struct WireValueTests {
    @Test("Every known value is spelt as Apple spells it")
    func spelling() {
        #expect(
            [AppStoreEnvironment.production, .sandbox, .xcode, .localTesting].map(\.description)
                == ["Production", "Sandbox", "Xcode", "LocalTesting"]
        )
        #expect(
            [ProductType.consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription].map(
                \.description
            )
                == ["Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription"]
        )
        #expect(
            [SubscriptionStatusCode.active, .expired, .billingRetryPeriod, .billingGracePeriod, .revoked].map(
                \.rawValue
            )
                == [1, 2, 3, 4, 5]
        )
        #expect(
            [ExpirationIntent.customerCancelled, .billingError, .priceIncreaseDeclined, .productUnavailable, .other]
                .map(\.rawValue) == [1, 2, 3, 4, 5]
        )
        #expect([OfferType.introductory, .promotional, .offerCode, .winBack].map(\.rawValue) == [1, 2, 3, 4])
        #expect([RevocationReason.other, .issueInApp].map(\.description) == ["0", "1"])
        #expect([InAppOwnershipType.purchased, .familyShared].map(\.description) == ["PURCHASED", "FAMILY_SHARED"])
        #expect([TransactionReason.purchase, .renewal].map(\.description) == ["PURCHASE", "RENEWAL"])
        #expect([AutoRenewStatus.off, .on].map(\.description) == ["0", "1"])
    }

    @Test("A value that Apple adds later is kept")
    func unknown() {
        #expect(NotificationType(rawValue: "METADATA_UPDATE").description == "METADATA_UPDATE")
        #expect(NotificationSubtype(rawValue: "CREATED").rawValue == "CREATED")
        #expect(ReceiptStatusCode(rawValue: 21123).description == "21123")
    }
}
