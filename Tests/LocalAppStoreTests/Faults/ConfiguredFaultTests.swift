import AppStoreModels
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Failures that a .storekit file switches on")
struct ConfiguredFaultTests {
    private func failure(_ part: String, _ kind: String, _ index: Int, isEnabled: Bool = true) -> ConfiguredFailure {
        ConfiguredFailure(json: [
            "name": .string(part), "enabled": .bool(isEnabled),
            "current": ["type": .string(kind), "index": .number(JSONNumber(index))],
        ])
    }

    @Test(
        "are the faults that let the same happen",
        arguments: [
            ("Load Products", "generic", 2, "productRequestFails", "networkConnectionFailed"),
            ("Purchase", "generic", 0, "purchaseFails", "unknown"),
            ("Purchase", "generic", 1, "purchaseFails", "cancelled"),
            ("Purchase", "purchase", 0, "purchaseFails", "paymentInvalid"),
            ("Purchase", "purchase", 1, "purchaseFails", "productNotAvailable"),
            ("Purchase", "purchase", 2, "purchaseFails", "paymentNotAllowed"),
            ("Purchase", "purchase", 3, "purchaseFails", "ineligibleForOffer"),
            ("Purchase", "purchase", 4, "purchaseFails", "invalidOfferIdentifier"),
            ("Purchase", "purchase", 5, "purchaseFails", "invalidOfferPrice"),
            ("Purchase", "purchase", 6, "purchaseFails", "invalidSignature"),
            ("Purchase", "purchase", 7, "purchaseFails", "missingOfferParameters"),
            ("App Store Sync", "generic", 4, "restoreFails", "productNotAvailable"),
        ]
    )
    func faults(part: String, kind: String, index: Int, fault: String, error: String) throws {
        let made = try #require(StoreFault(simulating: failure(part, kind, index)))
        #expect(made.kind.rawValue == fault)
        #expect(made.parameters.failure?.rawValue == error)
        #expect(made.remaining == nil)
        var engine = try Shop.engine()
        #expect(try engine.setFault(made).kind == made.kind)
    }

    @Test(
        "are none where they are off, mean nothing, or are the device's",
        arguments: [
            ("Purchase", "generic", 1, false), ("Purchase", "generic", 3, true), ("Purchase", "generic", 5, true),
            ("Purchase", "generic", 99, true), ("Purchase", "purchase", -1, true), ("Purchase", "weather", 0, true),
            ("Load Products", "purchase", 1, true), ("Weather", "generic", 0, true),
            ("Verification", "verification", 0, true), ("Subscription Status", "generic", 0, true),
            ("App Transaction", "generic", 0, true), ("Manage Subscriptions Sheet", "generic", 0, true),
            ("Refund Request Sheet", "refund request", 0, true), ("Offer Code Redeem Sheet", "generic", 0, true),
        ]
    )
    func none(part: String, kind: String, index: Int, isEnabled: Bool) {
        #expect(StoreFault(simulating: failure(part, kind, index, isEnabled: isEnabled)) == nil)
    }
}
