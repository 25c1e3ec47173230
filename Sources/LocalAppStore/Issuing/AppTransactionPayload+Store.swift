import AppStoreModels
import Foundation

extension AppTransactionPayload {
    /// What a signed app transaction says: the account's download of the app.
    ///
    /// - Parameters:
    ///   - nonce: Takes part in ``deviceVerification``, in lower case.
    ///   - device: The device's identifier; nil for no device.
    init(_ issuer: Issuer, nonce: UUID, device: UUID?) {
        self.init()
        receiptType = issuer.environment
        bundleID = issuer.app.bundleID
        applicationVersion = issuer.app.version
        receiptCreationDate = issuer.date
        json[milliseconds: "requestDate"] = issuer.date
        appTransactionID = issuer.account.appTransactionID
        originalPlatform = "iOS"
        if issuer.environment == .production {
            appAppleID = issuer.app.appAppleID
            versionExternalIdentifier = issuer.app.versionNumber
            originalPurchaseDate = issuer.account.createdDate
            originalApplicationVersion = issuer.app.version
        } else if issuer.environment == .xcode {
            // What Xcode signs of an app that nobody has got from anywhere.
            originalPurchaseDate = .distantPast
            originalApplicationVersion = issuer.app.version
        } else {
            // 2013-08-01T07:00:00Z and 1.0, as in every sandbox.
            originalPurchaseDate = Date(timeIntervalSince1970: 1_375_340_400)
            originalApplicationVersion = "1.0"
        }
        if let device { json.bind(to: device, nonce: nonce) }
    }
}
