import AppStoreModels
import AppStoreTrust
import Foundation

private func verify(_ signedTransaction: String, _ signedPayload: String) throws {
    let app = AppIdentity(bundleID: "com.example.app", appAppleID: 1_234_567_890)
    let verifier = SignedDataVerifier(policy: .appStore, apps: [app], now: { Date() })
    let transaction = try verifier.verify(signedTransaction: signedTransaction)
    let notification = try verifier.verify(signedPayload: signedPayload)
    _ = (transaction, notification)

    for check in verifier.examine(signedPayload).checks {
        print(check.rule, check.failure?.reason ?? "passed")
    }
}

private func trust(_ localRoot: String) throws -> TrustPolicy {
    let policy = TrustPolicy.appStore.adding([try TrustAnchor(pemEncoded: localRoot)])
    return policy
}

private func ask(_ verifier: JWSVerifier, _ signedTransaction: String, _ transport: any HTTPTransport) async throws {
    let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: transport) { Date() }
    let verified = try await verifier.verify(signedTransaction, checkingRevocationWith: checker)
    _ = verified
}

private func make(_ start: Date, _ end: Date) throws -> TrustPolicy {
    let authority = try CertificateAuthority.make(name: "Acme Test", validFrom: start, validUntil: end)
    let policy = TrustPolicy.trusting([authority.receiptAnchor, authority.jwsAnchor])
    return policy
}

private func check(_ text: String) throws {
    let verifier = SignedDataVerifier(apps: [AppIdentity(bundleID: "com.example.app")], now: { Date() })
    let transaction = try verifier.verify(signedTransaction: text)
    _ = transaction
}

private func checkSignature(_ signedTransaction: String) throws {
    let verifier = JWSVerifier(policy: .appStore)
    let verified = try verifier.verify(signedTransaction)
    _ = verified
}
