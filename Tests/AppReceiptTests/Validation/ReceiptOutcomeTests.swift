import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("What became of each rule about a receipt")
struct ReceiptOutcomeTests {
    private static let order: [ReceiptRuleID] = [
        .signature, .bundleID, .appVersion, .deviceHash, .environment, .expiration, .creationDate,
    ]

    @Test("is that it passed, for a receipt that is valid")
    func valid() throws {
        let validation = try SampleReceipt.validator().validate(SampleReceipt.signed())
        #expect(validation.checks.map(\.rule) == Self.order)
        #expect(validation.checks.allSatisfy { $0.outcome == .passed })
        #expect(validation.validReceipt?.bundleID == SampleReceipt.bundleID)
        #expect(validation.readingFailure == nil)
    }

    @Test("stands for the rule that failed and for those that did not")
    func failed() throws {
        let validation = try SampleReceipt.validator().validate(
            SampleReceipt.signed {
                $0.bundleID = "com.example.other"
                $0.appVersion = "2"
            }
        )
        #expect(validation.checks.map(\.rule) == Self.order)
        #expect(validation.outcome(of: .bundleID) == .failed(AppReceiptError(.bundleID, "")))
        #expect(validation.outcome(of: .appVersion)?.failure?.found == "2")
        #expect(validation.outcome(of: .signature) == .passed)
        #expect(validation.outcome(of: .revocation) == nil)
        #expect(validation.failures.map(\.code) == [.bundleID, .appVersion])
        #expect(validation.validReceipt == nil)
    }

    @Test("is open for what is no receipt")
    func nothing() throws {
        let validation = try SampleReceipt.validator().validate(Data("nothing".utf8))
        #expect(validation.readingFailure != nil)
        #expect(validation.failures == [validation.readingFailure].compactMap(\.self))
        #expect(validation.checks.map(\.rule) == Self.order)
        #expect(validation.checks.allSatisfy { $0.outcome == .notApplicable("there is no signed receipt") })
    }

    @Test("is known of the signature alone if nothing inside can be read", arguments: [true, false])
    func unreadable(isOurs: Bool) throws {
        let authority = isOurs ? TestAuthority.trusted : TestAuthority.foreign
        let container = Data(try authority.get().signCMS(payload: [0x31, 0x00]))
        let validation = try SampleReceipt.validator().validate(container)
        let signature = AppReceiptError(.anchorUntrusted, "")
        #expect(validation.outcome(of: .signature) == (isOurs ? .passed : .failed(signature)))
        #expect(validation.readingFailure?.code == .attributeMissing)
        #expect(validation.failures.map(\.code) == (isOurs ? [] : [.anchorUntrusted]) + [.attributeMissing])
        #expect(validation.checks.dropFirst().allSatisfy { $0.outcome == .notApplicable("the receipt cannot be read") })
    }

    @Test("is never without the signature; only an explanation is")
    func ignoringSignature() throws {
        let data = try SampleReceipt.signed(by: TestAuthority.foreign) { $0.appVersion = "2" }
        let validator = try SampleReceipt.validator().removing(.signature)
        #expect(validator.validate(data).failures.map(\.code) == [.anchorUntrusted, .appVersion])
        let checks = validator.checksIgnoringSignature(of: try AppReceipt(wireForm: data))
        #expect(checks.map(\.rule) == Array(Self.order.dropFirst()))
        #expect(checks.compactMap(\.failure).map(\.code) == [.appVersion])
        let bare = AppReceiptValidator(policy: try TestAuthority.policy, rules: [])
        #expect(bare.validate(data).failures.map(\.code) == [.anchorUntrusted])
    }
}
