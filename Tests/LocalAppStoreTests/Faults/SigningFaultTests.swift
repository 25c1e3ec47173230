import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("Receipts and signatures of every kind, right and wrong")
struct SigningFaultTests {
    private static let kinds: [(AppStoreEnvironment, ReceiptDigest)] = [
        AppStoreEnvironment.production, .sandbox, .xcode,
    ].flatMap { environment in ReceiptDigest.allCases.map { (environment, $0) } }

    private func receipt(_ store: LocalAppStore) throws -> Data {
        try store.receipt(account: Shop.flora, device: try SampleShop.device())
    }

    private func validator(_ store: LocalAppStore, _ environment: ReceiptEnvironment) throws -> AppReceiptValidator {
        let anchor = store.authority.receiptAnchor
        let policy = TrustPolicy.trusting([anchor])
        return AppReceiptValidator(
            policy: environment == .xcode ? policy.addingXcodeTesting([anchor]) : policy,
            bundleID: Shop.app.bundleID,
            appVersion: Shop.app.version,
            deviceIdentifiers: [try SampleShop.device()],
            environments: [environment]
        )
    }

    @Test("Receipts of every style and digest are accepted with the store's anchor", arguments: kinds)
    func styles(environment: AppStoreEnvironment, digest: ReceiptDigest) throws {
        let store = try Shop.store()
        try store.updateSettings { settings in
            settings.environment = environment
            settings.receiptDigest = digest
        }
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        let kind: ReceiptEnvironment =
            environment == .production ? .production : environment == .xcode ? .xcode : .sandbox
        let data = try receipt(store)
        let receipt = try validator(store, kind).validated(data)
        #expect(receipt.environment == kind)
        #expect(receipt.creationDate == store.now)
        let record = try #require(receipt.inAppPurchases.first)
        #expect(record.productID == Shop.posy)
        #expect(record.transactionID == club.transactionID)
        #expect(record.expiresDate == club.expiresDate)
        #expect(store.environment == environment)
        #expect(try store.transactionPayload(club.transactionID).environment == environment)
        // Xcode's containers have indefinite lengths, opaque values of 8 octets, and an end that nobody will see.
        #expect(Array(data.prefix(2)) == (environment == .xcode ? [0x30, 0x80] : [0x30, 0x82]))
        #expect(receipt.opaqueValue.count == (environment == .xcode ? 8 : 16))
        #expect((receipt.expirationDate != nil) == (environment == .xcode))
        #expect(receipt.appItemID == 0)
    }

    @Test(
        "OpenSSL accepts receipts of every style and digest below the store's root",
        .tags(.judge),
        .enabled(if: OpenSSL.executable != nil),
        arguments: kinds
    )
    func openssl(environment: AppStoreEnvironment, digest: ReceiptDigest) async throws {
        let store = try Shop.store()
        try store.updateSettings { settings in
            settings.environment = environment
            settings.receiptDigest = digest
        }
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try await withTemporaryFolder { folder in
            try receipt(store).write(to: folder.appendingPathComponent("receipt.der"))
            try Data(store.authority.receiptRootPEM.utf8).write(to: folder.appendingPathComponent("root.pem"))
            let outcome = try await OpenSSL.run(
                [
                    "cms", "-verify", "-inform", "DER", "-in", "receipt.der", "-CAfile", "root.pem", "-x509_strict",
                    "-purpose", "any", "-attime", String(Int(store.now.timeIntervalSince1970)), "-out", "payload",
                ],
                in: folder
            )
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }

    @Test("The settings of signatures survive a restart and refuse what there is not")
    func settings() throws {
        try withTemporaryFolder { folder in
            func open() throws -> LocalAppStore {
                try LocalAppStore.open(
                    folder: folder.appendingPathComponent("store"),
                    configuration: try Shop.configuration(),
                    app: Shop.app,
                    start: Shop.date("2026-01-31T10:00:00Z")
                )
            }
            do {
                let store = try open()
                try store.updateSettings { settings in
                    settings.environment = .xcode
                    settings.receiptDigest = .sha1
                }
                #expect(throws: StoreError(.invalidValue, "")) {
                    try store.updateSettings { $0.environment = .init(rawValue: "Moon") }
                }
            }
            let store = try open()
            #expect(store.environment == .xcode)
            #expect(store.settings.receiptDigest == .sha1)
        }
    }

    @Test("The wrong environment is in receipts, transactions and notifications, until the fault is cleared")
    func wrongEnvironment() throws {
        let store = try Shop.store()
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        let fault = try store.setFault(StoreFault(.wrongEnvironment))
        #expect(try validator(store, .production).validated(try receipt(store)).environment == .production)
        #expect(try store.transactionPayload(club.transactionID).environment == .production)
        #expect(try store.renewalInfoPayload(club.transactionID).environment == .production)
        #expect(try store.appTransactionPayload(account: Shop.flora).receiptType == .production)
        try store.clearFault(fault.id)
        #expect(try store.transactionPayload(club.transactionID).environment == .sandbox)
        #expect(try validator(store, .sandbox).validated(try receipt(store)).environment == .sandbox)
    }

    @Test("An expired certificate is refused for receipts and JWS, and its chain is the store's")
    func expired() throws {
        let store = try Shop.store()
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        let fault = try store.setFault(StoreFault(.expiredCertificate))
        let failures = try validator(store, .sandbox).validate(try receipt(store)).failures
        #expect(failures.map(\.code.rawValue) == [TrustError.Code.certificateExpired.rawValue])
        let verifier = JWSVerifier(policy: store.trustPolicy)
        do {
            _ = try verifier.verify(try store.signedTransaction(club.transactionID))
            Issue.record("accepted")
        } catch let error as TrustError {
            #expect(error.code == .certificateExpired)
        }
        try store.clearFault(fault.id)
        _ = try verifier.verify(try store.signedTransaction(club.transactionID))
    }

    @Test("A revoked certificate passes without questions, and is refused by whoever asks the responder")
    func revoked() async throws {
        let store = try Shop.store()
        try store.nameResponder(at: "http://127.0.0.1:1/ocsp")
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        let checker = RevocationChecker(
            policy: RevocationPolicy(.hard),
            transport: OwnResponder(store: store)
        ) { store.now }
        let verifier = JWSVerifier(policy: store.trustPolicy)
        _ = try await verifier.verify(try store.signedTransaction(club.transactionID), checkingRevocationWith: checker)
        let fault = try store.setFault(StoreFault(.revokedCertificate))
        let flawed = try store.signedTransaction(club.transactionID)
        _ = try verifier.verify(flawed)
        _ = try validator(store, .sandbox).validated(try receipt(store))
        do {
            _ = try await verifier.verify(flawed, checkingRevocationWith: checker)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .certificateRevoked)
        }
        try store.clearFault(fault.id)
        _ = try await verifier.verify(try store.signedTransaction(club.transactionID), checkingRevocationWith: checker)
    }

    @Test("The app transaction verifies, and says what Apple's would", arguments: [true, false])
    func appTransaction(isProduction: Bool) throws {
        let store = try Shop.store()
        try store.updateSettings { $0.environment = isProduction ? .production : .sandbox }
        let device = UUID()
        let verifier = JWSVerifier(policy: store.trustPolicy)
        let signed = try store.signedAppTransaction(account: Shop.flora, device: device)
        let payload = try AppTransactionPayload(jsonData: try verifier.verify(signed).payload)
        #expect(payload.receiptType == (isProduction ? .production : .sandbox))
        #expect(payload.bundleID == Shop.app.bundleID)
        #expect(payload.applicationVersion == "42")
        #expect(payload.originalApplicationVersion == (isProduction ? "42" : "1.0"))
        #expect((payload.appAppleID == nil) == !isProduction)
        #expect(payload.appTransactionID == (try store.account(Shop.flora).appTransactionID))
        #expect(payload.receiptCreationDate == store.now)
        #expect(payload.deviceVerificationNonce != nil)
        #expect(Data(base64Encoded: payload.deviceVerification ?? "")?.count == 48)
        #expect(try store.appTransactionPayload(account: Shop.flora).deviceVerification == nil)
        #expect(throws: StoreError(.unknownAccount, "")) { try store.signedAppTransaction(account: "nobody") }
    }

    @Test("Keys that others can read are refused, and the file is made for its owner only")
    func keyModes() throws {
        try withTemporaryFolder { folder in
            let data = folder.appendingPathComponent("store")
            func open() throws -> LocalAppStore {
                try LocalAppStore.open(
                    folder: data,
                    configuration: try Shop.configuration(),
                    app: Shop.app,
                    start: Shop.date("2026-01-31T10:00:00Z")
                )
            }
            let keys = data.appendingPathComponent("authority.pem")
            func mode(_ url: URL) throws -> Int? {
                (try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
            }
            let anchor: TrustAnchor
            do {
                let store = try open()
                anchor = store.authority.receiptAnchor
                #expect(try mode(keys) == 0o600)
                #expect(try mode(data) == 0o700)
                try store.nameResponder(at: "http://127.0.0.1:1/ocsp")
                #expect(try mode(keys) == 0o600)
            }
            #expect(try LocalAppStore.authority(inFolder: data).ocspURL == "http://127.0.0.1:1/ocsp")
            #expect(try LocalAppStore.authority(inFolder: data).receiptAnchor == anchor)
            for loose in [0o640, 0o604, 0o660] {
                try FileManager.default.setAttributes([.posixPermissions: loose], ofItemAtPath: keys.path)
                #expect(throws: StoreError(.folderUnusable, "")) { _ = try open() }
                #expect(throws: StoreError(.folderUnusable, "")) { _ = try LocalAppStore.authority(inFolder: data) }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys.path)
            #expect(try open().authority.receiptAnchor == anchor)
        }
    }
}

/// The responder of a store, without a network.
private struct OwnResponder: HTTPTransport {
    let store: LocalAppStore

    func send(_ question: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let answer = try store.authority.ocspResponse(to: question.body, at: store.now, nextUpdate: store.now + 3_600)
        return HTTPTransportResponse(status: 200, body: answer)
    }
}
