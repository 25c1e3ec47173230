import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Verifying what the App Store signs")
struct SignedDataVerifierTests {
    private static func verifier() throws -> SignedDataVerifier {
        SignedDataVerifier(
            policy: try TestAuthority.policy,
            apps: [AppIdentity(bundleID: SampleNotification.bundleID)],
            now: { TestAuthority.signingDate }
        )
    }

    private static func sign(_ payload: some JSONBacked) throws -> String {
        try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    private static var appTransaction: AppTransactionPayload {
        AppTransactionPayload(json: [
            "receiptType": "Sandbox", "bundleId": .string(SampleNotification.bundleID), "applicationVersion": "3",
            "receiptCreationDate": .number(JSONNumber(TestAuthority.signingDate.millisecondsSince1970)),
        ])
    }

    @Test("A notification, its transaction and its renewal information are verified and read")
    func notification() throws {
        let notification = try Self.verifier().verify(signedPayload: SampleNotification().signed())
        #expect(notification.notificationUUID == "7f2c1b0e-0000-4000-8000-000000000001")
        #expect(notification.payload.notificationType == .didRenew)
        #expect(notification.transaction?.transactionID == "2")
        #expect(notification.renewalInfo?.autoRenewStatus == .on)
        #expect(notification.appTransaction == nil)
    }

    @Test("A test notification has neither transaction nor renewal information")
    func testNotification() throws {
        var sample = SampleNotification()
        sample.notification.notificationType = .test
        (sample.transaction, sample.renewalInfo) = (nil, nil)
        let notification = try Self.verifier().verify(signedPayload: sample.signed())
        #expect(notification.transaction == nil)
        #expect(notification.renewalInfo == nil)
    }

    @Test("A notification about an app transaction has it")
    func appTransactionInside() throws {
        var sample = SampleNotification()
        sample.notification.data = nil
        sample.notification.json["appData"] = [
            "bundleId": .string(SampleNotification.bundleID), "environment": "Sandbox",
            "signedAppTransactionInfo": .string(try Self.sign(Self.appTransaction)),
        ]
        let notification = try Self.verifier().verify(signedPayload: sample.signed())
        #expect(notification.appTransaction?.applicationVersion == "3")
        sample.notification.json["appData"] = [
            "bundleId": .string(SampleNotification.bundleID), "environment": "Production",
            "signedAppTransactionInfo": .string(try Self.sign(Self.appTransaction)),
        ]
        #expect(throws: TrustError(.wrongEnvironment, "")) {
            try Self.verifier().verify(signedPayload: sample.signed())
        }
    }

    @Test("Transactions, their renewal information and app transactions are verified on their own")
    func alone() throws {
        let (verifier, sample) = (try Self.verifier(), SampleNotification())
        let transaction = try verifier.verify(signedTransaction: Self.sign(try #require(sample.transaction)))
        #expect(transaction.payload == sample.transaction)
        let renewal = try #require(sample.renewalInfo)
        #expect(try verifier.verify(signedRenewalInfo: Self.sign(renewal), of: transaction).autoRenewStatus == .on)
        let app = try verifier.verify(signedAppTransaction: Self.sign(Self.appTransaction))
        #expect(app.applicationVersion == "3")
    }

    @Test("Renewal information of another subscription or App Store is not the transaction's")
    func foreignRenewal() throws {
        let (verifier, sample) = (try Self.verifier(), SampleNotification())
        let transaction = try verifier.verify(signedTransaction: Self.sign(try #require(sample.transaction)))
        var renewal = try #require(sample.renewalInfo)
        renewal.originalTransactionID = "99"
        #expect(throws: TrustError(.unboundRenewalInfo, "")) {
            try verifier.verify(signedRenewalInfo: Self.sign(renewal), of: transaction)
        }
        renewal.environment = .production
        #expect(throws: TrustError(.wrongEnvironment, "")) {
            try verifier.verify(signedRenewalInfo: Self.sign(renewal), of: transaction)
        }
    }

    @Test("One kind of data does not stand for another, however well it is signed")
    func kinds() throws {
        let (verifier, sample) = (try Self.verifier(), SampleNotification())
        let transaction = try Self.sign(try #require(sample.transaction))
        #expect(throws: TrustError(.wrongKind, "")) { try verifier.verify(signedAppTransaction: transaction) }
        #expect(throws: TrustError(.wrongKind, "")) {
            try verifier.verify(signedTransaction: Self.sign(try #require(sample.renewalInfo)))
        }
        #expect(throws: TrustError(.missingMember, "")) { try verifier.verify(signedPayload: transaction) }
    }

    @Test("What is no JWS is refused", arguments: ["", "x", "a.b.c", "eyJ.eyJ."])
    func garbage(text: String) throws {
        let error = #expect(throws: TrustError.self) { try Self.verifier().verify(signedPayload: text) }
        #expect(error?.code == .malformed)
        let examination = try Self.verifier().examine(text)
        #expect(examination.failures.map(\.rule) == [.signature])
        #expect(examination.jws == nil && examination.kind == nil)
    }

    @Test("The error of a part names the part")
    func partName() throws {
        let signed = try SampleNotification().signed(parts: TestAuthority.foreign)
        let error = #expect(throws: TrustError.self) { try Self.verifier().verify(signedPayload: signed) }
        #expect(error?.code == .anchorUntrusted)
        #expect(error?.reason.hasPrefix("data.signedTransactionInfo: ") == true)
    }

    @Test("Authorities are asked about the whole and its parts, and not about what is signed by others")
    func revocation() async throws {
        let stolen = CertificateStatus.revoked(at: TestAuthority.signingDate, reason: .keyCompromise)
        for (status, outcome) in [
            (CertificateStatus.good, RuleOutcome<TrustError>.passed),
            (stolen, .failed(TrustError(.certificateRevoked, ""))),
        ] {
            let checker = RevocationChecker(
                policy: RevocationPolicy(.hard),
                transport: SteadyResponder(status: status),
                clock: { TestAuthority.signingDate }
            )
            let verifier = try Self.verifier()
            let examination = await verifier.examine(try SampleNotification().signed(), checkingRevocationWith: checker)
            #expect(examination.outcome(of: .revocation) == outcome)
            #expect(examination.parts.map { $0.outcome(of: .revocation) } == [outcome, outcome])
            #expect(examination.checks.prefix(2).map(\.rule) == [.signature, .revocation])
            let foreign = try SampleNotification().signed(by: TestAuthority.foreign)
            let refused = await verifier.examine(foreign, checkingRevocationWith: checker)
            #expect(refused.outcome(of: .revocation) == nil)
        }
    }

    /// A responder of the test authority with one status for all certificates.
    private struct SteadyResponder: HTTPTransport {
        let status: CertificateStatus

        func send(_ question: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let answer = try TestAuthority.trusted.get()
                .ocspResponse(to: question.body, at: TestAuthority.signingDate, nextUpdate: nil) { _ in status }
            return HTTPTransportResponse(status: 200, body: answer)
        }
    }
}
