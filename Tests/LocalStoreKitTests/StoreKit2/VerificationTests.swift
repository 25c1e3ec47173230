import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: signatures", .timeLimit(.minutes(15)))
struct VerificationTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func latest() async throws -> VerificationResult<Transaction> {
        try #require(await shop.app { await Transaction.latest(for: SampleShop.posy) })
    }

    @Test func `A server that trusts the store verifies the same JWS`() async throws {
        let bought = try await shop.buy(SampleShop.posy)
        let result = try await latest()
        let verified = try JWSVerifier(policy: shop.store.trustPolicy).verify(result.jwsRepresentation)
        #expect(verified.payload == result.payloadData)
        #expect(verified.json[string: "transactionId"] == String(bought.id))
        #expect(verified.signedAt == result.signedDate)
    }

    @Test func `The parts of the JWS are decoded, and what was signed is not`() async throws {
        try await shop.buy(SampleShop.posy)
        let result = try await latest()
        let parts = result.jwsRepresentation.split(separator: ".")
        #expect(result.signedData == Data("\(parts[0]).\(parts[1])".utf8))
        #expect(try JSONValue(parsing: result.headerData).object?[string: "alg"] == "ES256")
        #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
        // What is read without a signature is, to the byte, what is signed.
        let unverified = try UnverifiedJWS(result.jwsRepresentation)
        #expect(unverified.payload == result.payloadData)
        #expect(unverified.header == result.headerData)
        #expect(unverified.signature == result.signatureData)
        #expect(result.signatureData.count == 64)
        #expect(result.signature.rawRepresentation == result.signatureData)
    }

    @Test func `What was signed is for this device`() async throws {
        try await shop.buy(SampleShop.posy)
        let result = try await latest()
        let device = try #require(shop.device.perform { AppStore.deviceVerificationID })
        let text = result.deviceVerificationNonce.uuidString.lowercased() + device.uuidString.lowercased()
        #expect(Data(SHA384.hash(data: Data(text.utf8))) == result.deviceVerification)
        let status = try #require(try await shop.app { try await SubscriptionInfo.status(for: ModernShop.group) }.first)
        let renewal = status.renewalInfo
        let other = renewal.deviceVerificationNonce.uuidString.lowercased() + device.uuidString.lowercased()
        #expect(Data(SHA384.hash(data: Data(other.utf8))) == renewal.deviceVerification)
        #expect(renewal.deviceVerificationNonce != result.deviceVerificationNonce)
    }

    /// What is wrong with a JWS, and what StoreKit says of it.
    enum Flaw: CaseIterable {
        case otherDevice, otherRoot, signature, nothingOfAJWS, noMember, expiredCertificate

        var error: DocumentVerifier.Failure {
            switch self {
            case .otherDevice: .invalidDeviceVerification
            case .otherRoot, .expiredCertificate: .invalidCertificateChain
            case .signature: .invalidSignature
            case .nothingOfAJWS: .invalidEncoding
            case .noMember: .missingRequiredProperties
            }
        }
    }

    @Test("What is not right is not verified, and says why", arguments: Flaw.allCases)
    func flaws(flaw: Flaw) async throws {
        let bought = try await shop.buy(SampleShop.posy)
        if flaw == .expiredCertificate { try shop.store.setFault(StoreFault(.expiredCertificate)) }
        var jws = try await latest().jwsRepresentation
        var policy = shop.store.trustPolicy
        var device = shop.device.perform { AppStore.deviceVerificationID }
        switch flaw {
        case .otherDevice: device = UUID()
        case .otherRoot: policy = .appStore
        case .signature: jws = String(jws.dropLast(8)) + "AAAAAAAA"
        case .nothingOfAJWS: jws = "no.jws"
        case .noMember:
            let date = JSONNumber(shop.store.now.millisecondsSince1970)
            jws = try shop.store.sign(TransactionPayload(json: ["signedDate": .number(date)]))
        case .expiredCertificate: break
        }
        let verifier = DocumentVerifier(policy: policy, device: device)
        let result: VerificationResult<Transaction> = verifier.result(of: SignedDocument(jws), from: .none, told: nil)
        guard case .unverified(let value, let error) = result else {
            Issue.record("\(flaw) must not be verified")
            return
        }
        #expect(error == .init(flaw.error))
        #expect(throws: VerificationResult<Transaction>.VerificationError.self) { try result.payloadValue }
        #expect(error.errorDescription?.isEmpty == false)
        let isReadable = flaw != .nothingOfAJWS && flaw != .noMember
        #expect(value.id == (isReadable ? bought.id : 0))
        #expect(result.signatureData.count == (flaw == .nothingOfAJWS ? 0 : 64))
        #expect(result.signature.rawRepresentation.count == 64)
    }

    @Test func `The signature is made for who looks at it first, and is the same for all who look`() async throws {
        let bought = try await shop.buy(SampleShop.posy)
        let result = try await latest()
        let copy = result
        #expect(copy.jwsRepresentation == result.jwsRepresentation)
        #expect(result.payloadData == bought.jsonRepresentation)
        #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
        // What is read without a signature is, to the byte, what is signed.
        let parts = try UnverifiedJWS(result.jwsRepresentation)
        #expect(parts.payload == result.payloadData)
        #expect(parts.header == result.headerData)
        #expect(parts.signature == result.signatureData)
        // What the device believed without looking is good when somebody looks.
        let verifier = DocumentVerifier(
            policy: shop.store.trustPolicy,
            device: shop.device.perform { AppStore.deviceVerificationID }
        )
        let document = SignedDocument(result.jwsRepresentation)
        #expect(document.lateSignature == nil)
        let looked: VerificationResult<Transaction> = verifier.result(of: document, from: .none, told: nil)
        #expect(looked == result)
        // A refund later changes nothing about what was signed.
        let signed = result.jwsRepresentation
        try shop.store.refund(transactionID: String(bought.id))
        #expect(result.jwsRepresentation == signed)
        #expect(try await latest().jwsRepresentation != signed)
    }

    @Test func `A device that trusts Apple alone believes nothing of a local store`() async throws {
        shop.device.settings.trustPolicy = .appStore
        try await shop.buyUnverified(SampleShop.posy)
        guard case .unverified(_, .invalidCertificateChain) = try await latest() else {
            Issue.record("nobody but Apple is trusted")
            return
        }
        guard case .unverified = try await shop.app({ try await AppTransaction.shared }) else {
            Issue.record("the app transaction is signed by the same")
            return
        }
        shop.device.settings.trustPolicy = nil
        guard case .verified = try await latest() else {
            Issue.record("the store's own root is trusted again")
            return
        }
    }

    @Test func `A store whose certificate has expired is not believed`() async throws {
        try await shop.buy(SampleShop.posy)
        try shop.store.setFault(StoreFault(.expiredCertificate))
        guard case .unverified(let transaction, .invalidCertificateChain) = try await latest() else {
            Issue.record("the certificate had expired")
            return
        }
        #expect(transaction.productID == SampleShop.posy)
    }

    @Test func `Values are equal when what was signed is`() async throws {
        try await shop.buy(SampleShop.posy)
        let first = try await latest()
        let second = try await latest()
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        // Signed twice: ECDSA is random.
        #expect(first.jwsRepresentation != second.jwsRepresentation)
        shop.device.settings.verificationFailure = { .revokedCertificate }
        #expect(try await latest() != first)
        #expect(first.debugDescription.hasPrefix("verified {"))
    }

    @Test func `What one device found good others believe: of the same signers, for the same dates`() throws {
        let start = TestAuthority.signingDate
        func policy() throws -> TrustPolicy {
            let end = start + 86_400
            return .trusting([
                try CertificateAuthority.withReceiptKeysLater(name: "Own", validFrom: start, validUntil: end).jwsAnchor
            ])
        }
        let (own, foreign) = (try policy(), try policy())
        let (one, other) = (TransactionCore(), TransactionCore())
        #expect(!one.believes(start, by: own))
        one.believe(start...(start + 60), by: own)
        #expect(one.believes(start + 60, by: own) && other.believes(start + 60, by: own))
        #expect(!other.believes(start + 61, by: own))
        other.believe((start + 90)...(start + 120), by: own)
        #expect(other.believes(start + 61, by: own), "certificates have no gaps")
        #expect(!TransactionCore().believes(start, by: foreign))
    }

    @Test func `In Xcode's environment one certificate signs by itself`() async throws {
        let shop = try ModernShop(environment: .xcode)
        let bought = try await shop.buy(SampleShop.posy)
        #expect(bought.environment == .xcode)
        let result = try #require(await shop.app { await Transaction.latest(for: SampleShop.posy) })
        let header = try #require(try JSONValue(parsing: result.headerData).object)
        #expect(header.keys == ["kid", "typ", "alg", "x5c"])
        #expect(header[string: "kid"] == "Apple_Xcode_Key")
        #expect(header[string: "typ"] == "JWT")
        #expect(header[array: "x5c"]?.count == 1)
        let app = try await shop.app { try await AppTransaction.shared }.payloadValue
        #expect(app.environment == .xcode)
        #expect(throws: TrustError.self) {
            try JWSVerifier(policy: .trusting([shop.store.authority.jwsAnchor])).verify(result.jwsRepresentation)
        }
    }
}

extension ModernShop {
    /// Buys and expects it to go through.
    func buyUnverified(_ identifier: String) async throws {
        let product = try await product(identifier)
        guard case .success(.unverified) = try await product.purchase() else { throw StoreKitError.unknown }
    }
}
