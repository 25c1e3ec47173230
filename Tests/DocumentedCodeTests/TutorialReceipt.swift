import AppReceipt
import Foundation
import IAPHelper
import LocalStoreKit
import TestSupport
import Testing

/// The last step of the tutorial's validation, as its reader writes it.
///
/// The steps before, `load()` and `read()`, stand in `TutorialReceiptReading`.
@Suite("The tutorial's own validate()")
struct TutorialReceiptTests {
    @Test("It agrees with the module's fifth step", arguments: ["", "app", "version", "device", "expired", "opaque"])
    func validate(fault: String) throws {
        let content = try AppReceipt(wireForm: SampleReceipt.signed())
        let receipt = IAPReceipt()
        receipt.bundleIdString = fault == "app" ? "com.example.other" : content.bundleID
        receipt.bundleVersionString = fault == "version" ? "4" : content.appVersion
        receipt.opaqueData = fault == "opaque" ? nil : content.opaqueValue
        receipt.hashData = fault == "device" ? Data([1]) : content.deviceHash
        receipt.expectedHash = content.deviceHash
        receipt.expirationDate = fault == "expired" ? .distantPast : nil
        let shop = try TutorialShop()
        shop.run { #expect(receipt.validate() == fault.isEmpty) }
        #expect(receipt.isValid == fault.isEmpty)
        #expect(shop.lines == [fault.isEmpty ? "Receipt valid" : "Receipt not valid"])
        #expect(receipt.compareProductIds(fallbackPids: []))
    }
}

/// The bundle of the samples' app.
private enum Bundle {
    static let main = App()

    struct App {
        let bundleIdentifier: String? = SampleReceipt.bundleID

        func object(forInfoDictionaryKey key: String) -> Any? {
            key == "CFBundleVersion" ? SampleReceipt.appVersion : nil
        }
    }
}

/// What the blocks leave out.
private final class IAPReceipt {
    var bundleIdString: String?
    var bundleVersionString: String?
    var opaqueData: Data?
    var hashData: Data?
    var expirationDate: Date?
    var expectedHash = Data()
    var isValid = false
    var validatedPurchasedProductIdentifiers: Set<ProductId> = []

    func computeHash() -> Data { expectedHash }
}

extension IAPReceipt {

    /// Perform on-device (no network connection required) validation of the app's receipt.
    /// Returns false if the receipt is invalid or missing, in which case your app should call
    /// refreshReceipt(completion:) to request an updated receipt from the app store. This may
    /// result in the user being prompted for their App Store credentials.
    ///
    /// We validate the receipt to ensure that it was:
    ///
    /// * Created and signed using the Apple x509 root certificate via the App Store
    /// * Issued for the same version of this app and the user's device
    ///
    /// At this point a list of locally stored purchased product ids should have been loaded from the UserDefaults
    /// dictionary. We need to validate these product ids against the App Store receipt's collection of purchased
    /// product ids to see that they match. If there are no locally stored purchased product ids (i.e. the user
    /// hasn't purchased anything) then we don't attempt to validate the receipt. Note that if the user has previously
    /// purchased products then either using the Restore feature or attempting to re-purchase the product will
    /// result in a refreshed receipt and the product id of the product will be stored locally in the UserDefaults
    /// dictionary.
    /// - Returns: Returns true if the receipt is valid; false otherwise.
    public func validate() -> Bool {
        guard let idString = bundleIdString,
            let version = bundleVersionString,
            let _ = opaqueData,
            let hash = hashData
        else {

            IAPLog.event(.receiptValidationFailure)
            return false
        }

        guard let appBundleId = Bundle.main.bundleIdentifier else {
            IAPLog.event(.receiptValidationFailure)
            return false
        }

        guard idString == appBundleId else {
            IAPLog.event(.receiptValidationFailure)
            return false
        }

        guard let appVersionString = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String else {
            IAPLog.event(.receiptValidationFailure)
            return false
        }

        guard version == appVersionString else {
            IAPLog.event(.receiptValidationFailure)
            return false
        }

        guard hash == computeHash() else {
            IAPLog.event(.receiptValidationFailure)
            return false
        }

        if let expirationDate = expirationDate {
            if expirationDate < Date() {
                IAPLog.event(.receiptValidationFailure)
                return false
            }
        }

        isValid = true
        IAPLog.event(.receiptValidationSuccess)

        return true
    }

    /// Compare the set of fallback ProductIds with the receipt's validatedPurchasedProductIdentifiers.
    /// - Parameter fallbackPids: Set of locally stored fallback ProductIds.
    /// - Returns: Returns true if both sets are the same, false otherwise.
    // `Set` there: the page that shows the document has lost what stands in angle brackets.
    public func compareProductIds(fallbackPids: Set<ProductId>) -> Bool {
        fallbackPids == validatedPurchasedProductIdentifiers
    }
}
