public import AppReceipt
import AppStoreTrust
import Foundation
import SwiftyStoreKit

#if !(canImport(StoreKit) && canImport(Darwin))
    import LocalStoreKit
#endif

extension IAPHelper {
    #if canImport(StoreKit) && canImport(Darwin)
        /// The helper of the app's payment queue.
        public static let shared = IAPHelper(client: .shared)
    #else
        /// The helper of the device in use; it lives as long as the device.
        public static var shared: IAPHelper {
            let device = LocalDevice.inUse
            return device.companion { device.perform { IAPHelper(client: .shared) } }
        }
    #endif

    /// What a receipt of this app on this device fulfils: signature, app, version, device, environment.
    ///
    /// The bundle says which app and which version this is; an app that does not trust its bundle gives literals. Debug
    /// builds also trust the certificate of Xcode's tests, if it is in the bundle under the name of
    /// ``IAPConstants/Certificate()``. On Linux there is neither a bundle identifier nor a device of Apple's: set
    /// ``validator`` there.
    public static var currentAppValidator: AppReceiptValidator {
        let testing = testAnchor.map { [$0] } ?? []
        let environments: Set<ReceiptEnvironment> = [.production, .sandbox, .volumePurchase, .volumePurchaseSandbox]
        let validator = AppReceiptValidator(
            policy: .appStore.addingXcodeTesting(testing),
            bundleID: Bundle.main.bundleIdentifier ?? "",
            appVersion: Bundle.main.object(forInfoDictionaryKey: versionKey) as? String,
            environments: testing.isEmpty ? environments : environments.union([.xcode])
        )
        #if canImport(StoreKit) && canImport(Darwin)
            // Such an app's receipt is bound to the Mac, whose identifier it cannot read.
            if ProcessInfo.processInfo.isiOSAppOnMac { return validator }
        #endif
        return validator.adding(ThisDeviceRule())
    }

    private static var testAnchor: TrustAnchor? {
        guard !IAPConstants.isRelease,
            let url = Bundle.main.url(
                forResource: IAPConstants.Certificate(),
                withExtension: IAPConstants.CertificateExt()
            ),
            let certificate = try? Data(contentsOf: url)
        else { return nil }
        return try? TrustAnchor(derEncoded: certificate)
    }

    /// Receipts of Macs have the version that people see.
    private static var versionKey: String {
        #if os(macOS) || targetEnvironment(macCatalyst)
            "CFBundleShortVersionString"
        #else
            "CFBundleVersion"
        #endif
    }
}
