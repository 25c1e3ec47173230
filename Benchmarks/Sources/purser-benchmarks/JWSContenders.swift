import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation

/// What is measured on one signed transaction, and on one notification.
struct JWSContenders {
    let token: String
    let notification: String
    private let verifier: JWSVerifier
    private let signedData: SignedDataVerifier

    init(_ store: SampleStore) throws {
        token = try store.authority.jwsSigner.sign(store.transactionPayload)
        notification = try Self.notification(about: token, store)
        verifier = JWSVerifier(policy: store.policy)
        signedData = SignedDataVerifier(
            policy: store.policy,
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { SampleStore.date }
        )
    }

    /// A notification of version 2 about a renewal.
    private static func notification(about transaction: String, _ store: SampleStore) throws -> String {
        var renewal = RenewalInfoPayload()
        renewal.originalTransactionID = "2000000900000001"
        renewal.productID = "com.example.flowershop.monthly"
        renewal.autoRenewProductID = "com.example.flowershop.monthly"
        renewal.autoRenewStatus = .on
        renewal.environment = .sandbox
        renewal.signedDate = SampleStore.date
        var data = NotificationData()
        data.bundleID = SampleStore.bundleID
        data.environment = .sandbox
        data.signedTransactionInfo = transaction
        data.signedRenewalInfo = try store.authority.jwsSigner.sign(renewal.jsonData)
        var notification = NotificationPayload()
        notification.notificationType = .didRenew
        notification.notificationUUID = "7f2c1b0e-0000-4000-8000-000000000001"
        notification.signedDate = SampleStore.date
        notification.data = data
        return try store.authority.jwsSigner.sign(notification.jsonData)
    }

    /// SHA-256 over what is signed and one P-256 verification, with a key that was used before.
    func bare() throws -> Contender {
        let key = P256.Signing.PrivateKey()
        let signed = Array(token.utf8.prefix(upTo: token.utf8.lastIndex(of: UInt8(ascii: ".")) ?? token.utf8.endIndex))
        let signature = try key.signature(for: signed)
        let publicKey = key.publicKey
        return Contender(name: "bare P-256") {
            var hash = SHA256()
            signed.withUnsafeBytes { hash.update(bufferPointer: $0) }
            guard publicKey.isValidSignature(signature, for: hash.finalize()) else {
                throw BenchmarkError("swift-crypto refused the signature")
            }
        }
    }

    /// All rules about the notification and what is signed inside it, read as Swift values.
    var notified: Contender {
        Contender(name: "Purser, notification") { [notification, signedData] in
            guard try signedData.verify(signedPayload: notification).transaction != nil else {
                throw BenchmarkError("Purser found no transaction in the notification")
            }
        }
    }

    var verified: Contender {
        Contender(name: "Purser") { [token, verifier] in _ = try verifier.verify(token) }
    }
}
