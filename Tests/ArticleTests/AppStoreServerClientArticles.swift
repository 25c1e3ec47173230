import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

private func verify(_ receipt: Data, _ secret: String, _ body: String) async throws {
    let client = VerifyReceiptClient(sharedSecret: AppSharedSecret(secret))
    let answer = try await client.verify(receiptData: receipt.base64EncodedString())

    let app = AppIdentity(bundleID: "com.example.app")
    let verifier = NotificationVerifier(policy: .appStore, apps: [app], now: { Date() })
    let notification = try verifier.verify(signedPayload: body)
    _ = (answer, notification)
}

private func askForRevocation() -> RevocationChecker {
    let transport = HTTPOCSPTransport(AsyncHTTPClientTransport())
    let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: transport) { Date() }
    return checker
}
