import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import SwiftyStoreKit
import TestSupport
import Testing

@testable import IAPHelper

@Suite("The helper's receipt, step by step", .timeLimit(.minutes(15)))
struct ReceiptTests {
    private static let steps: [IAPNotification] = [
        .receiptLoadSuccess, .receiptValidateSigningSuccess, .receiptReadSuccess, .receiptValidationSuccess,
    ]

    /// A shop whose device has this receipt.
    private func shop(_ receipt: Data?) throws -> HelperShop {
        let shop = try HelperShop()
        if let receipt {
            let folder = shop.device.receiptURL.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try receipt.write(to: shop.device.receiptURL)
        }
        return shop
    }

    private func draft(_ change: (inout ReceiptDraft) -> Void = { _ in }) throws -> ReceiptDraft {
        var draft = ReceiptDraft(
            bundleID: SampleShop.app.bundleID,
            appVersion: SampleShop.app.version,
            deviceIdentifier: try SampleShop.device(),
            opaqueValue: Array(1...16),
            creationDate: TestAuthority.signingDate
        )
        draft.inAppPurchases = [SampleReceipt.nonConsumable, SampleReceipt.subscription]
        change(&draft)
        return draft
    }

    private func signed(
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        _ change: (inout ReceiptDraft) -> Void = { _ in }
    ) throws -> Data {
        try ReceiptWriter(authority: authority.get()).receipt(draft(change))
    }

    /// Takes the receipt as far as it goes; how far it came, and why no further.
    private func process(_ shop: HelperShop) -> (steps: [IAPNotification], error: (any Error)?) {
        let before = shop.log.count
        shop.device.perform { _ = shop.helper.processReceipt() }
        let entries = shop.log[before...]
        return (entries.compactMap(\.notification), entries.compactMap(\.error).first)
    }

    @Test("A good receipt takes all five steps, and has what is owned agree with it")
    func good() throws {
        let shop = try shop(signed())
        #expect(process(shop).steps.dropFirst().prefix(4) == Self.steps[...])
        #expect(shop.events.suffix(2) == [.purchasedProductsValidatedAgainstReceipt, .receiptProcessingSuccess])
        #expect(shop.helper.purchasedProductIdentifiers == ["com.example.app.pro", "com.example.app.monthly"])
    }

    @Test("Step 1: no receipt; nobody is asked for a password")
    func missing() throws {
        let result = process(try shop(nil))
        #expect(result.steps == [.receiptValidationStarted, .receiptMissing, .receiptProcessingFailure])
        #expect((result.error as? AppReceiptError)?.code == .empty)
    }

    @Test("Bug 1.6, crashes on foreign bytes: step 2 refuses what is no signed container", arguments: 0..<6)
    func load(number: Int) throws {
        let genuine = try signed()
        let bytes = [
            Data(), Data("x".utf8), Data(repeating: 0x30, count: 4_096), genuine.prefix(1), genuine.prefix(40),
            genuine.dropLast(),
        ][number]
        let result = process(try shop(bytes))
        #expect(result.steps == [.receiptValidationStarted, .receiptLoadFailure, .receiptProcessingFailure])
        #expect(result.error is AppReceiptError)
    }

    @Test("Step 3: a receipt of another authority, and one that was changed", arguments: [true, false])
    func signature(isForeign: Bool) throws {
        var receipt = try signed(by: isForeign ? TestAuthority.foreign : TestAuthority.trusted)
        if !isForeign { receipt[receipt.count - 8] ^= 1 }
        let result = process(try shop(receipt))
        #expect(result.steps.suffix(2) == [.receiptValidateSigningFailure, .receiptProcessingFailure])
        let code = (result.error as? AppReceiptError)?.code
        #expect(code == (isForeign ? .anchorUntrusted : .signatureInvalid))
    }

    @Test("Step 4: a signed container without what every receipt says")
    func read() throws {
        let receipt = Data(try TestAuthority.trusted.get().signCMS(payload: [0x31, 0x00]))
        let result = process(try shop(receipt))
        #expect(result.steps.dropFirst().prefix(2) == [.receiptLoadSuccess, .receiptValidateSigningSuccess])
        #expect(result.steps.suffix(2) == [.receiptReadFailure, .receiptProcessingFailure])
        #expect((result.error as? AppReceiptError)?.code == .attributeMissing)
    }

    @Test(
        "Bug 1.6, no reason why a receipt is not valid: step 5 says which rule failed",
        arguments: ["bundle-id-mismatch", "app-version-mismatch", "device-hash-mismatch", "receipt-expired"]
    )
    func validate(code: String) throws {
        let receipt = try signed { draft in
            switch code {
            case "bundle-id-mismatch": draft.bundleID = "com.example.other"
            case "app-version-mismatch": draft.appVersion = "4"
            case "device-hash-mismatch": draft.deviceIdentifier = try? DeviceIdentifier(bytes: [1, 2, 3, 4, 5, 6])
            default: draft.expirationDate = TestAuthority.signingDate.addingTimeInterval(-1)
            }
        }
        let shop = try shop(receipt)
        let result = process(shop)
        #expect(result.steps.suffix(2) == [.receiptValidationFailure, .receiptProcessingFailure])
        #expect((result.error as? AppReceiptError)?.code.rawValue == code)
        #expect(shop.log.contains { $0.description == "Receipt not valid (\(code))" })
        #expect(shop.helper.purchasedProductIdentifiers.isEmpty)
    }

    @Test("Bug 1.6, unverified purchases: a receipt names none before its last step, whatever was left out")
    func order() throws {
        let shop = try shop(signed())
        let receipt = IAPReceipt(of: shop.helper)
        #expect(!receipt.validateSigning() && !receipt.read() && !receipt.validate())
        let missing = "a step is missing; call load, validateSigning and read first, and go on only if they return true"
        #expect(receipt.failures.map(\.reason) == [missing])
        #expect(receipt.isReachable && receipt.load() && receipt.read())
        #expect(!receipt.validate(), "the signature was not checked")
        #expect(receipt.validatedPurchasedProductIdentifiers.isEmpty && receipt.inAppReceipts.isEmpty)
        #expect(receipt.validateSigning() && receipt.validate() && receipt.isValid)
        #expect(receipt.failures.isEmpty)
        #expect(receipt.inAppReceipts.count == 2)
        #expect(receipt.compareProductIds(fallbackPids: ["com.example.app.pro", "com.example.app.monthly"]))
        #expect(!receipt.compareProductIds(fallbackPids: []))
    }

    @Test("No validator is without the signature, whatever is taken from its rules")
    func signatureStays() throws {
        let shop = try shop(signed(by: TestAuthority.foreign))
        shop.helper.validator = try HelperShop.validator().removing(.signature)
        #expect(process(shop).steps.contains(.receiptValidateSigningFailure))
    }

    @Test("Bug 1.5, refunded and expired still count: a receipt does not name them")
    func ended() throws {
        let receipt = try signed { draft in
            draft.inAppPurchases[0].cancellationDate = TestAuthority.signingDate
            draft.inAppPurchases[1].expiresDate = TestAuthority.signingDate
        }
        let shop = try shop(receipt)
        #expect(process(shop).steps.last == .receiptProcessingSuccess)
        #expect(shop.helper.purchasedProductIdentifiers.isEmpty)
    }

    @Test("A receipt of the local store is valid after a purchase")
    func purchased() throws {
        let shop = try HelperShop()
        try shop.buy(SampleShop.greenhouse)
        #expect(process(shop).steps.last == .receiptProcessingSuccess)
        #expect(shop.helper.purchasedProductIdentifiers == [SampleShop.greenhouse])
    }

    @Test("Without a validator nothing is valid where there is no bundle identifier")
    func currentApp() throws {
        let shop = try shop(signed())
        let shared = shop.device.perform {
            IAPHelper.shared.processReceipt()
        }
        #expect(!shared)
        #expect(IAPHelper.currentAppValidator.signature.policy.anchors == TrustPolicy.appStore.anchors)
        #expect(IAPHelper.currentAppValidator.rules.map(\.id).contains(.deviceHash))
    }

    @Test("The device is asked on the main thread, and elsewhere says what to do")
    func device() async throws {
        let receipt = try AppReceipt(wireForm: signed())
        let here = await MainActor.run { ThisDeviceRule().failure(in: receipt) }
        #expect(here?.code == .deviceIdentifierUnavailable)
        let elsewhere = await Task.detached { ThisDeviceRule().failure(in: receipt) }.value
        #expect(elsewhere?.reason.contains("main thread") == true)
    }
}
