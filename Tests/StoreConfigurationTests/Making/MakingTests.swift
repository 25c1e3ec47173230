import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@Suite("Making a configuration in code")
struct MakingTests {
    @Test("Nothing is wrong with it, and it is read back as it was written")
    func everything() throws {
        let configuration = SampleConfiguration.everything()
        #expect(configuration.lint() == [])
        #expect(StoreConfiguration.lint(configuration.xcodeData) == [])
        let read = try StoreConfiguration(data: configuration.xcodeData)
        #expect(read == configuration)
        #expect(read.version == .newest)
        #expect(
            read.allProducts.map(\.type) == [.consumable, .nonConsumable, .nonRenewingSubscription]
                + [.autoRenewableSubscription, .autoRenewableSubscription]
        )
        let club = try #require(read.subscriptionGroups.first?.subscriptions.first)
        #expect(club.subscriptionGroupID == read.subscriptionGroups[0].id)
        #expect(club.introductoryOffer?.price == 0)
        #expect(club.promotionalOffers.map(\.price) == [Decimal(string: "1.99")])
        #expect(club.codeOffers[0].eligibility == [.newSubscribers, .expiredSubscribers])
        #expect(club.winBackOffers[0].isEligible)
        #expect(club.billingPlans.map(\.type) == [.billedUpFront])
        #expect(read.policies?.policies.map(\.locale) == ["en_US"])
    }

    @Test("The same seed gives the same bytes, another seed other identifiers")
    func seeds() {
        #expect(SampleConfiguration.everything(seed: 3).xcodeData == SampleConfiguration.everything(seed: 3).xcodeData)
        #expect(
            SampleConfiguration.everything(seed: 3).identifier != SampleConfiguration.everything(seed: 4).identifier
        )
    }

    @Test("Identifiers are eight hexadecimal digits and differ")
    func identifiers() {
        let made = Array(ConfigurationIdentifiers(seed: 0).prefix(10_000))
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy { $0.count == 8 && $0.allSatisfy { $0.isHexDigit && !$0.isLowercase } })
    }

    @Test(
        "Prices are written with two digits at least",
        arguments: [("1", "1.00"), ("0.5", "0.50"), ("4.99", "4.99"), ("0.125", "0.125"), ("1000", "1000.00")]
    )
    func prices(_ price: String, _ text: String) {
        var product = ConfiguredProduct()
        product.price = Decimal(string: price)
        #expect(product.displayPrice == text)
        product.price = nil
        #expect(product.displayPrice.isEmpty)
    }
}
