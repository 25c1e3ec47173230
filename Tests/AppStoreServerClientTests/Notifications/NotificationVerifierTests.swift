import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Verifying notifications")
struct NotificationVerifierTests {
    private static let app = "com.example.app"

    @Test("A notification, its transaction and its renewal information are verified and read")
    func genuine() throws {
        let notification = try Self.verifier().verify(signedPayload: try Self.signed())
        #expect(notification.notificationUUID == "7f2c1b0e-0000-4000-8000-000000000001")
        #expect(notification.payload.notificationType == .didRenew)
        #expect(notification.transaction?.transactionID == "2")
        #expect(notification.renewalInfo?.autoRenewStatus == .on)
    }

    @Test("A notification signed by somebody else is refused")
    func foreignSigner() throws {
        let signed = try Self.signed(by: TestAuthority.foreign)
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .untrusted)
        #expect(error?.trust?.code == .anchorUntrusted)
    }

    @Test("A changed signature is refused", arguments: ["", "x", "a.b.c", "eyJ.eyJ."])
    func garbage(text: String) throws {
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: text) }
        #expect(error?.code == .untrusted)
    }

    @Test("Another app's notification is refused")
    func foreignApp() throws {
        let signed = try Self.signed { $0.notification.data?.bundleID = "com.other" }
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .wrongApp)
    }

    @Test("Another app's transaction in our envelope is refused")
    func foreignTransaction() throws {
        let signed = try Self.signed { $0.transaction.bundleID = "com.other" }
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .wrongApp)
    }

    @Test("Renewal information of another subscription is refused")
    func unboundRenewal() throws {
        let signed = try Self.signed { $0.renewal.originalTransactionID = "99" }
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .unboundRenewalInfo)
    }

    @Test("An App Store that is not accepted, or mixed ones, are refused")
    func environments() throws {
        let signed = try Self.signed()
        let strict = NotificationVerifier(
            policy: try TestAuthority.policy,
            apps: [AppIdentity(bundleID: Self.app)],
            environments: [.production],
            now: { TestAuthority.signingDate }
        )
        #expect(throws: NotificationError.self) { try strict.verify(signedPayload: signed) }
        let mixed = try Self.signed { $0.renewal.environment = .production }
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: mixed) }
        #expect(error?.code == .wrongEnvironment)
    }

    @Test("In production the app's number must be ours, if we know it")
    func appAppleID() throws {
        let change: (inout Parts) -> Void = {
            $0.notification.data?.environment = .production
            $0.notification.data?.appAppleID = 1
            $0.transaction.environment = .production
            $0.renewal.environment = .production
        }
        #expect(throws: Never.self) {
            try Self.verifier(appAppleID: 1).verify(signedPayload: try Self.signed(change))
        }
        let error = #expect(throws: NotificationError.self) {
            try Self.verifier(appAppleID: 2).verify(signedPayload: try Self.signed(change))
        }
        #expect(error?.code == .wrongApp)
    }

    @Test("A test notification has neither transaction nor renewal information")
    func testNotification() throws {
        var payload = NotificationPayload()
        payload.notificationType = .test
        payload.notificationUUID = "u"
        payload.signedDate = TestAuthority.signingDate
        payload.data = NotificationData(json: ["bundleId": .string(Self.app), "environment": "Sandbox"])
        let signed = try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
        let notification = try Self.verifier().verify(signedPayload: signed)
        #expect(notification.transaction == nil)
        #expect(notification.renewalInfo == nil)
    }

    @Test("A notification without its key against duplicates, or without a body, is refused", arguments: [true, false])
    func missingMembers(withIdentifier: Bool) throws {
        var payload = NotificationPayload()
        payload.notificationUUID = withIdentifier ? "u" : nil
        payload.signedDate = TestAuthority.signingDate
        let signed = try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
        let error = #expect(throws: NotificationError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .missingMember)
    }

    struct Parts {
        var notification = NotificationPayload()
        var transaction = TransactionPayload()
        var renewal = RenewalInfoPayload()
    }

    private static func verifier(appAppleID: Int64? = nil) throws -> NotificationVerifier {
        NotificationVerifier(
            policy: try TestAuthority.policy,
            apps: [AppIdentity(bundleID: app, appAppleID: appAppleID)],
            now: { TestAuthority.signingDate }
        )
    }

    private static func signed(
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted,
        _ change: (inout Parts) -> Void = { _ in }
    ) throws -> String {
        var parts = Parts()
        parts.notification.notificationType = .didRenew
        parts.notification.notificationUUID = "7f2c1b0e-0000-4000-8000-000000000001"
        parts.notification.signedDate = TestAuthority.signingDate
        parts.notification.data = NotificationData(json: ["bundleId": .string(app), "environment": "Sandbox"])
        parts.transaction.transactionID = "2"
        parts.transaction.originalTransactionID = "1"
        parts.transaction.bundleID = app
        parts.transaction.productID = "monthly"
        parts.transaction.environment = .sandbox
        parts.transaction.signedDate = TestAuthority.signingDate
        parts.renewal.originalTransactionID = "1"
        parts.renewal.autoRenewStatus = .on
        parts.renewal.environment = .sandbox
        parts.renewal.signedDate = TestAuthority.signingDate
        change(&parts)
        let signer = try authority.get().jwsSigner
        parts.notification.data?.signedTransactionInfo = try signer.sign(parts.transaction.jsonData)
        parts.notification.data?.signedRenewalInfo = try signer.sign(parts.renewal.jsonData)
        return try signer.sign(parts.notification.jsonData)
    }
}
