import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A receipt signed by our own authority")
struct SelfMadeReceiptTests {
    @Test("is valid with either digest", arguments: ReceiptDigest.allCases)
    func valid(_ digest: ReceiptDigest) throws {
        let validation = try SampleReceipt.validator().validate(SampleReceipt.signed(digest: digest))
        #expect(validation.failures == [])
        #expect(validation.receipt?.signatureDigest == digest)
    }

    @Test("gives back what its draft said")
    func fields() throws {
        let receipt = try AppReceipt(wireForm: SampleReceipt.signed())
        #expect(receipt.environment == .sandbox)
        #expect(receipt.bundleID == "com.example.app")
        #expect(receipt.appVersion == "1.2.3")
        #expect(receipt.creationDate == TestAuthority.signingDate)
        #expect(receipt.originalAppVersion == "1.0")
        #expect(receipt.fulfillmentToolVersion == "P305")
        #expect(receipt.downloadDate == nil)
        let purchases = Dictionary(grouping: receipt.inAppPurchases, by: \.productID)
        let subscription = try #require(purchases["com.example.app.monthly"]?.first)
        #expect(subscription.transactionID == "2001")
        #expect(subscription.originalTransactionID == "2000")
        #expect(subscription.expiresDate == TestAuthority.signingDate.addingTimeInterval(30 * 86_400))
        #expect(subscription.webOrderLineItemID == 3_000)
        #expect(subscription.isTrialPeriod == true)
        #expect(subscription.isInIntroOfferPeriod == false)
        #expect(subscription.productKind == .autoRenewableSubscription)
        #expect(subscription.quantity == 1)
        #expect(subscription.cancellationDate == nil)
        let other = try #require(purchases["com.example.app.pro"]?.first)
        #expect(other.webOrderLineItemID == nil && other.expiresDate == nil && other.isInIntroOfferPeriod == nil)
    }

    @Test("has the same bytes when it is made again")
    func deterministic() throws {
        #expect(try SampleReceipt.signed() == SampleReceipt.signed())
    }

    @Test("is not accepted by Apple's roots")
    func appStorePolicy() throws {
        let validator = AppReceiptValidator(bundleID: SampleReceipt.bundleID)
        #expect(validator.validate(try SampleReceipt.signed()).failures.map(\.code) == [.anchorUntrusted])
    }

    @Test("of a foreign authority is refused")
    func foreign() throws {
        let receipt = try SampleReceipt.signed(by: TestAuthority.foreign)
        #expect(try SampleReceipt.validator().validate(receipt).failures.map(\.code) == [.anchorUntrusted])
    }

    @Test("that calls itself one of Xcode is not trusted for that")
    func xcodeByName() throws {
        var draft = try SampleReceipt.draft()
        draft.environment = .xcode
        let authority = try TestAuthority.foreign.get()
        // With a chain, as the App Store signs, and signed by a root alone, as Xcode does.
        let chained = Data(try authority.signCMS(payload: draft.payload))
        let single = try ReceiptWriter(authority: authority).receipt(draft)
        let validator = try SampleReceipt.validator()
        #expect(validator.validate(chained).failures.map(\.code) == [.anchorUntrusted, .environment])
        let codes = validator.validate(single).failures.map(\.code.rawValue)
        #expect(codes == ["chain-invalid", "environment-not-accepted"])
    }
}
