import AppStoreModels
import AppStoreTrust
import Foundation

private func verify(_ signedTransaction: String) throws -> TransactionPayload {
    let verifier = JWSVerifier(policy: .appStore)
    let verified = try verifier.verify(signedTransaction)
    let transaction = try TransactionPayload(jsonData: verified.payload)
    return transaction
}

private func trust(_ localRoot: String) throws -> TrustPolicy {
    let policy = TrustPolicy.appStore.adding([try TrustAnchor(pemEncoded: localRoot)])
    return policy
}

private func ask(_ verifier: JWSVerifier, _ signedTransaction: String, _ transport: any OCSPTransport) async throws {
    let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: transport) { Date() }
    let verified = try await verifier.verify(signedTransaction, checkingRevocationWith: checker)
    _ = verified
}

private func make(_ start: Date, _ end: Date) throws -> TrustPolicy {
    let authority = try CertificateAuthority.make(name: "Acme Test", validFrom: start, validUntil: end)
    let policy = TrustPolicy.trusting([authority.receiptAnchor, authority.jwsAnchor])
    return policy
}
