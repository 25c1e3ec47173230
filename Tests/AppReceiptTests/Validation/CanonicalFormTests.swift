import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("The one spelling of a receipt")
struct CanonicalFormTests {
    @Test("A receipt in the App Store's shape is its own canonical form", arguments: ReceiptDigest.allCases)
    func fixedPoint(digest: ReceiptDigest) throws {
        let receipt = try SampleReceipt.signed(digest: digest)
        let rule = SignatureRule(policy: try TestAuthority.policy)
        #expect(try rule.canonicalForm(of: AppReceipt(wireForm: receipt)) == receipt)
    }

    @Test("There is none of a receipt that others signed")
    func foreign() throws {
        let receipt = try AppReceipt(wireForm: try SampleReceipt.signed(by: TestAuthority.foreign))
        let rule = SignatureRule(policy: try TestAuthority.policy)
        let error = #expect(throws: AppReceiptError.self) { try rule.canonicalForm(of: receipt) }
        #expect(error?.code == .anchorUntrusted)
    }

    @Test("Genuine receipts of the App Store come out octet by octet", .enabled(if: Fixtures.areAvailable))
    func genuine() throws {
        let rule = SignatureRule(policy: .appStore)
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(
            at: Fixtures.url("receipts"),
            includingPropertiesForKeys: nil
        ) where ["der", "receipt", "bin", ""].contains(file.pathExtension) {
            guard let bytes = try? Data(contentsOf: file), let receipt = try? AppReceipt(wireForm: bytes),
                receipt.environment != .xcode
            else { continue }
            #expect(try rule.canonicalForm(of: receipt) == receipt.derEncoded, "\(file.lastPathComponent)")
            count += 1
        }
        #expect(count >= 25)
    }
}
